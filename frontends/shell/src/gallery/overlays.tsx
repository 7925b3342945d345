import { Button, Dialog, IconButton, Menu, Panel, Popover, toast, Tooltip } from '@tessera/kit';
import { IconCopy, IconDots, IconLink, IconTrash } from '@tessera/kit/icons';
import { useState } from 'react';
import classes from './gallery.module.css';

export const Overlays = () => {
  const [dialog, setDialog] = useState<'small' | 'medium' | 'large' | null>(null);
  const [panel, setPanel] = useState(false);
  const [popover, setPopover] = useState(false);
  return (
    <>
      <div className={classes['row']}>
        <Menu
          anchor={<IconButton label="Menu" icon={IconDots} />}
          items={[
            { id: 'copy', label: 'Duplicate', icon: IconCopy, keys: 'mod+d' },
            { id: 'link', label: 'Copy link', icon: IconLink, keys: 'mod+l', checked: true },
            { id: 'line', divider: true },
            { id: 'off', label: 'Lock record', disabled: true },
            { id: 'trash', label: 'Move to trash', icon: IconTrash, keys: 'delete', danger: true },
          ]}
        />
        <Popover
          opened={popover}
          onClose={() => setPopover(false)}
          padded
          label="Popover"
          anchor={<Button onClick={() => setPopover(!popover)}>Popover</Button>}
        >
          <p>A choice.</p>
          <Button onClick={() => setPopover(false)}>Choose</Button>
        </Popover>
        <Tooltip label="Filter" keys="mod+f">
          <Button>Tooltip</Button>
        </Tooltip>
        {(['small', 'medium', 'large'] as const).map((size) => (
          <Button key={size} onClick={() => setDialog(size)}>{`Dialog, ${size}`}</Button>
        ))}
        <Button onClick={() => setPanel(true)}>Panel</Button>
        <Button onClick={() => toast({ message: '3 records moved to trash', undo: () => undefined })}>
          Toast with Undo
        </Button>
        <Button onClick={() => toast({ message: 'Record link copied' })}>Toast</Button>
        <Button
          onClick={() =>
            toast({
              kind: 'error',
              message: 'Export stopped',
              detail: 'The file passed 50 MB. Filter the view and try again.',
              quote: 'T-9F2C',
            })
          }
        >
          Toast, error
        </Button>
      </div>
      <Dialog
        opened={dialog !== null}
        onClose={() => setDialog(null)}
        size={dialog ?? 'small'}
        title="Delete “Spare parts” forever?"
        footer={
          <>
            <Button data-autofocus onClick={() => setDialog(null)}>
              Keep it
            </Button>
            <Button variant="danger" onClick={() => setDialog(null)}>
              Delete forever
            </Button>
          </>
        }
      >
        <p className="t-secondary">248 records, 4 views and 12 files go with it. This cannot be undone.</p>
      </Dialog>
      <div className={classes['box']}>
        <Panel opened={panel} onClose={() => setPanel(false)} label="Linen room rollout">
          <p style={{ padding: 16 }}>Fields and activity.</p>
        </Panel>
      </div>
    </>
  );
};
