import { Chip, IconButton, type IconType, Menu, useTexts } from '@tessera/kit';
import {
  IconAlertCircle,
  IconBell,
  IconBolt,
  IconCalendar,
  IconCalendarTime,
  IconClockHour4,
  IconEye,
  IconFilter,
  IconLink,
  IconListCheck,
  IconMail,
  IconMessage,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSend,
  IconSettings,
  IconTable,
  IconTag,
  IconTrash,
  IconUser,
  IconUsers,
  IconWorld,
} from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { stepTypes, type Lane, type Program, type Step, type StepTypeId } from '@tessera/proto/automations';
import type { KeyboardEvent } from 'react';
import { functionsQuery } from '../lowcode/functions.resource.ts';
import classes from './automations.module.css';
import type { Spot } from './model.ts';
import { useStepWords, type Names } from './words.ts';

const icons: Readonly<Record<string, IconType>> = {
  record_created: IconPlus,
  record_updated: IconPencil,
  record_deleted: IconTrash,
  record_matches: IconFilter,
  enters_view: IconEye,
  form_answered: IconListCheck,
  comment: IconMessage,
  date_reached: IconCalendar,
  automation_ended: IconBolt,
  schedule: IconCalendarTime,
  webhook: IconWorld,
  manual: IconUser,
  create_record: IconPlus,
  update_record: IconPencil,
  upsert_record: IconPencil,
  delete_record: IconTrash,
  link_records: IconLink,
  find_records: IconSearch,
  condition: IconFilter,
  approval: IconUsers,
  loop: IconRefresh,
  delay: IconClockHour4,
  wait_until: IconCalendarTime,
  send_email: IconMail,
  send_message: IconMessage,
  create_task: IconListCheck,
  run_automation: IconBolt,
  notify: IconBell,
  http_request: IconWorld,
  run_function: IconSettings,
  respond: IconSend,
  set: IconTag,
};
const laneWord = (lane: Lane): string => (lane === 'then' ? 'yes' : lane === 'else' ? 'no' : 'each');
const iconOf = (type: string): IconType => icons[type] ?? IconTable;

type Column = {
  readonly program: Program;
  readonly table: Names['table'];
  readonly form: Names['form'];
  readonly chosen: string;
  readonly broken: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
  readonly onAdd: (spot: Spot, type: StepTypeId) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, id: string) => void;
};

const Add = ({ spot, name, onAdd }: Pick<Column, 'onAdd'> & { readonly spot: Spot; readonly name: string }) => {
  const t = useTexts('administration');
  const { data: functions = [] } = useQuery(functionsQuery);
  // Where there is no function, none can be called.
  const offered = stepTypes.filter(({ id }) => id !== 'run_function' || functions.length > 0);
  return (
    <span className={classes['plus']}>
      <Menu
        side="bottom-start"
        label={name}
        items={offered.map(({ id }) => ({
          id,
          label: t(`automation.step.${id}.title`),
          icon: iconOf(id),
          onSelect: () => onAdd(spot, id as StepTypeId),
        }))}
        anchor={<IconButton size="table" label={name} icon={IconPlus} />}
      />
    </span>
  );
};

const Card = ({
  id,
  type,
  title,
  detail,
  kind,
  column: { chosen, broken, onChoose, onKey },
}: {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly kind: string;
  readonly column: Column;
}) => {
  const t = useTexts('administration');
  const Icon = icons[type] ?? IconTable;
  return (
    <button
      type="button"
      className={classes['card']}
      data-step={id}
      data-broken={broken.has(id) || undefined}
      aria-pressed={chosen === id}
      onClick={() => onChoose(id)}
      onKeyDown={(event) => onKey(event, id)}
    >
      <span className={classes['icon']}>
        <Icon aria-hidden="true" />
      </span>
      <span className={classes['two']}>
        <span className="t-medium t-cut">
          {title} <span className="t-caption">{kind}</span>
        </span>
        <span className="t-caption t-cut">{detail}</span>
      </span>
      {broken.has(id) && (
        <span className={classes['mistake']}>
          <IconAlertCircle aria-hidden="true" />
          <span className="t-hidden">{t('automation.incomplete')}</span>
        </span>
      )}
    </button>
  );
};

const List = ({
  steps,
  parent,
  lane,
  column,
}: {
  readonly steps: readonly Step[];
  readonly parent?: string;
  readonly lane?: Lane;
  readonly column: Column;
}) => {
  const t = useTexts('administration');
  const words = useStepWords();
  const { disabled, onAdd, table } = column;
  const spot = (index: number): Spot => ({
    index,
    ...(parent !== undefined && { parent }),
    ...(lane !== undefined && { lane }),
  });
  const titleOf = (step: Step): string => words.step(step, table).title;
  const add = (index: number, name: string) => !disabled && <Add spot={spot(index)} name={name} onAdd={onAdd} />;
  return (
    <ol className={classes['steps']}>
      {steps.length === 0 && <li>{add(0, t('automation.addStep'))}</li>}
      {steps.map((step, index) => (
        <li key={step.id}>
          <Card id={step.id} type={step.type} kind={step.id} column={column} {...words.step(step, table)} />
          {(['then', 'else', 'each'] as const).map((one) => {
            const within = step[one];
            return (
              within !== undefined && (
                <div key={one} className={classes['lane']}>
                  <Chip small look="outlined">
                    {t(`automation.lane.${laneWord(one)}`)}
                  </Chip>
                  <List steps={within} parent={step.id} lane={one} column={column} />
                </div>
              )
            );
          })}
          {add(index + 1, t('automation.addAfter', { step: titleOf(step) }))}
        </li>
      ))}
    </ol>
  );
};

/** What starts it, and its steps below one another; lanes stand in their step. */
export const StepsColumn = (column: Column) => {
  const t = useTexts('administration');
  const words = useStepWords();
  const { trigger, steps } = column.program;
  return (
    <div className={classes['column']} role="group" aria-label={t('automation.steps')}>
      <Card
        id="trigger"
        type={trigger.type}
        kind={t('automation.fromTrigger')}
        column={column}
        {...words.trigger(trigger, column.table, column.form)}
      />
      <List steps={steps} column={column} />
      <p className={classes['end']}>{t('automation.end')}</p>
    </div>
  );
};
