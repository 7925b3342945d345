import {
  Check,
  Chip,
  Combobox,
  Dropzone,
  NumberInput,
  PasswordInput,
  PickList,
  RadioCards,
  Radios,
  Segmented,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@tessera/kit';
import { IconSearch, IconWorld } from '@tessera/kit/icons';
import { useState } from 'react';
import classes from './gallery.module.css';

export const Fields = () => {
  const [text, setText] = useState('Cold chain labels');
  const [value, setValue] = useState<number | null>(1234.5);
  return (
    <div className={classes['columns']}>
      <TextInput label="Record name" value={text} onChange={setText} help="Shown wherever this record is linked." />
      <TextInput label="E-mail" value="lark@harbor" onChange={() => undefined} error="Add the part after the dot." />
      <TextInput label="Created" value="Nov 9, 2026, 14:02" onChange={() => undefined} disabled />
      <TextInput
        label="With icon"
        icon={IconSearch}
        value=""
        onChange={() => undefined}
        placeholder="Find"
        size="toolbar"
      />
      <TextInput label="Large" value="Marlow Supply" onChange={() => undefined} size="touch" before="https://" />
      <PasswordInput label="Password" value="stone" onChange={() => undefined} />
      <NumberInput label="Amount" value={value} onChange={setValue} min={0} />
      <Textarea label="Notes" value={text} onChange={setText} help="Up to four lines in the cell." />
    </div>
  );
};

export const Choices = () => {
  const [on, setOn] = useState(true);
  const [one, setOne] = useState('a');
  return (
    <>
      <div className={classes['row']}>
        <Check label="On" checked={on} onChange={setOn} />
        <Check label="Mixed" checked={false} mixed onChange={() => undefined} />
        <Check label="Off" checked={false} onChange={() => undefined} />
        <Check label="Cannot" checked disabled onChange={() => undefined} />
        <Switch label="At once" checked={on} onChange={setOn} />
        <Switch label="Cannot" checked={false} disabled onChange={() => undefined} />
        <Segmented
          label="Scope"
          value={one}
          onChange={setOne}
          options={[
            { value: 'a', label: 'All' },
            { value: 'b', label: 'Comments' },
            { value: 'c', label: 'History' },
          ]}
        />
      </div>
      <div className={classes['columns']}>
        <Radios
          label="Radios"
          value={one}
          onChange={setOne}
          options={[
            { value: 'a', label: 'One' },
            { value: 'b', label: 'Other' },
            { value: 'c', label: 'Cannot', disabled: true },
          ]}
        />
        <RadioCards
          label="Cards"
          value={one}
          onChange={setOne}
          options={[
            { value: 'a', label: 'A spreadsheet', detail: 'Bring your own data' },
            { value: 'b', label: 'An empty workspace', detail: 'One blank table' },
          ]}
        />
        <div>
          <Tabs
            label="Tabs"
            value={one}
            onChange={setOne}
            items={[
              { value: 'a', label: 'Fields', content: <p className="t-secondary">Fields</p> },
              { value: 'b', label: 'Activity', content: <p className="t-secondary">Activity</p> },
            ]}
          />
        </div>
        <Dropzone title="Drop a CSV file" accept={['.csv']} onFile={() => undefined}>
          Up to 100 MB and 1,000,000 rows
        </Dropzone>
      </div>
    </>
  );
};

const stages = [
  ['Lead', 'neutral'],
  ['Qualified', 'blue'],
  ['Proposal', 'violet'],
  ['Negotiation', 'amber'],
  ['Won', 'green'],
  ['Lost', 'rose'],
] as const;
const options = stages.map(([label, color]) => ({
  value: label,
  label,
  content: (
    <Chip color={color} small>
      {label}
    </Chip>
  ),
}));

export const Pickers = () => {
  const [stage, setStage] = useState<string | null>('Proposal');
  const [several, setSeveral] = useState<readonly string[]>(['Won']);
  return (
    <div className={classes['columns']}>
      <Select label="Select" value={stage} onChange={setStage} options={options} />
      <Combobox
        label="Combobox"
        value={stage}
        onChange={setStage}
        options={options}
        onCreate={() => undefined}
        icon={IconWorld}
      />
      <Select label="Nothing chosen" value={null} onChange={setStage} options={options} error="Choose one." />
      <Select label="Cannot" value="Won" onChange={setStage} options={options} disabled />
      <div className={classes['box']} style={{ padding: 4, minHeight: 0 }}>
        <PickList
          label="Several"
          options={options}
          selected={several}
          multiple
          searchable
          onPick={(value) =>
            setSeveral(several.includes(value) ? several.filter((one) => one !== value) : [...several, value])
          }
          onCreate={() => undefined}
        />
      </div>
    </div>
  );
};
