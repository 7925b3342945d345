import {
  Avatar,
  Badge,
  Button,
  type ButtonVariant,
  Chip,
  EmptyState,
  ErrorState,
  hueOf,
  IconButton,
  Kbd,
  NoPermission,
  NotFound,
  optionColors,
  PresenceStack,
  Progress,
  Skeleton,
  Spinner,
  Tile,
} from '@tessera/kit';
import { IconDots, IconFilter, IconPlus, IconStar, IconTable } from '@tessera/kit/icons';
import type { ReactNode } from 'react';
import classes from './gallery.module.css';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes['section']} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

export const ButtonStates = ({ variant }: { variant: ButtonVariant }) => (
  <div className={classes['row']}>
    <Button variant={variant}>Save view</Button>
    <Button variant={variant} icon={IconPlus}>
      New record
    </Button>
    <Button variant={variant} disabled>
      Save view
    </Button>
    <Button variant={variant} working="Saving">
      Save view
    </Button>
    <Button variant={variant} size="toolbar" icon={IconFilter} on>
      Filter 2
    </Button>
    <IconButton label={`More, ${variant}`} icon={IconDots} />
    <IconButton label={`Star, ${variant}`} icon={IconStar} size="table" />
    <IconButton label={`Large, ${variant}`} icon={IconStar} size="touch" on />
  </div>
);

const people = ['Maren Oduya', 'Tobin Hale', 'Isolde Marlow', 'Oswin Park', 'Lark Ito'];

export const Chips = () => (
  <>
    <div className={classes['row']}>
      {optionColors.map((color) => (
        <Chip key={color} color={color}>
          {color}
        </Chip>
      ))}
    </div>
    <div className={classes['row']}>
      {optionColors.map((color) => (
        <Chip key={color} color={color} small>
          {color}
        </Chip>
      ))}
      <Chip look="more">+3</Chip>
      <Chip look="outlined">Bluefold Logistics</Chip>
      <Chip look="draft">Draft</Chip>
      <Chip look="success">Imported</Chip>
      <Chip look="warning">23 to check</Chip>
      <Chip look="danger">Failed</Chip>
      <Chip color="blue" onRemove={() => undefined} removeLabel="Remove Qualified">
        Qualified
      </Chip>
    </div>
    <div className={classes['row']}>
      {people.map((name) => (
        <Avatar key={name} name={name} />
      ))}
      {([24, 28, 32] as const).map((size) => (
        <Avatar key={size} name="Isolde Marlow" size={size} />
      ))}
      <PresenceStack
        people={people.map((name, index) => ({
          userId: name,
          name,
          color: index + 1,
          recordId: null,
          fieldId: null,
          editing: false,
        }))}
      />
      <Badge count={3} />
      <Badge count={120} />
      <Tile icon={IconTable} color="blue" />
      <Tile icon={IconTable} color={hueOf('x')} large />
      <Kbd keys="mod+k" cap />
      <Spinner />
    </div>
    <div className={classes['columns']}>
      <Progress label="Import" value={0.4} />
      <Progress label="Import, not known" value={null} />
      <Progress label="Quiet" value={0.7} quiet />
      <Skeleton width={180} />
    </div>
  </>
);

export const States = () => (
  <div className={classes['boxes']}>
    <div className={classes['box']}>
      <EmptyState
        title="No records yet"
        actions={
          <Button variant="primary" icon={IconPlus}>
            New record
          </Button>
        }
      >
        Add the first one, or bring in a spreadsheet.
      </EmptyState>
    </div>
    <div className={classes['box']}>
      <EmptyState drawing="filtered" title="No records match" actions={<Button>Clear filters</Button>}>
        2 filters hide all 248 records.
      </EmptyState>
    </div>
    <div className={classes['box']}>
      <ErrorState onRetry={() => undefined} />
    </div>
    <div className={classes['box']}>
      <EmptyState drawing="offline" title="This page is not on your device">
        It opens as soon as you are back online.
      </EmptyState>
    </div>
    <div className={classes['box']}>
      <NoPermission screen={false} />
    </div>
    <div className={classes['box']}>
      <NotFound screen={false} />
    </div>
  </div>
);

const steps = Array.from({ length: 12 }, (_, index) => index + 1);

export const Colours = () => (
  <>
    {(['neutral', 'lapis'] as const).map((ramp) => (
      <div key={ramp} className={classes['row']} style={{ display: 'block' }}>
        <div className={classes['swatches']} role="img" aria-label={ramp}>
          {steps.map((step) => (
            <span key={step} className={classes['swatch']} style={{ background: `var(--${ramp}-${step})` }} />
          ))}
        </div>
      </div>
    ))}
    <div className={classes['swatches']} role="img" aria-label="Charts">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
        <span key={step} className={classes['swatch']} style={{ background: `var(--chart-${step})` }} />
      ))}
    </div>
  </>
);
