import type { Language } from '../languages.ts';
import type { Notification } from './evolve.ts';

/** What a reader may know of what a notification tells of. Absent where they may not see it, or where it has no name. */
export type Known = {
  readonly actor?: string | undefined;
  /** Who passed it on. */
  readonly forwarder?: string | undefined;
  readonly table?: string | undefined;
  readonly record?: { readonly label: string } | undefined;
  /** Of an automation: what it is called, what its step says, and where that leads. */
  readonly run?: { readonly label: string; readonly text: string; readonly link: string | null } | undefined;
  readonly task?: string | undefined;
  /** Of a limit: the option that its field tells the time in. */
  readonly stage?: string | undefined;
  /** They may read what the organization uses. */
  readonly usage?: boolean | undefined;
  /** Where something was said: a channel, or with whom alone. */
  readonly conversation?:
    { readonly id: string; readonly name: string; readonly otherUserId: string; readonly pageId: string } | undefined;
};

type Words = {
  readonly somebody: string;
  readonly hidden: string;
  readonly assigned: (actor: string, record: string, table: string) => string;
  readonly assignedUnnamed: (actor: string, table: string) => string;
  readonly assignedSeveral: (actor: string, table: string) => string;
  readonly mentionHidden: string;
  readonly mentioned: (actor: string, record: string, table: string) => string;
  readonly mentionedUnnamed: (actor: string, table: string) => string;
  readonly tasked: (actor: string, task: string) => string;
  readonly taskDue: (task: string) => string;
  readonly taskHidden: string;
  readonly called: (actor: string, channel: string) => string;
  readonly answered: (actor: string, page: string) => string;
  readonly wrote: (actor: string) => string;
  readonly chatHidden: string;
  readonly imported: (table: string) => string;
  readonly importFailed: string;
  readonly changed: (table: string) => string;
  readonly changeFailed: (table: string) => string;
  readonly ended: string;
  readonly templateApproved: string;
  readonly templateRefused: string;
  readonly runFailed: (automation: string) => string;
  readonly runStopped: (automation: string) => string;
  readonly paused: (webhook: string) => string;
  readonly runHidden: string;
  readonly used: (percent: string, meter: string) => string;
  readonly usedUp: (meter: string) => string;
  readonly meters: Readonly<Record<string, string>>;
  readonly late: (record: string, stage: string) => string;
  readonly soonLate: (record: string, stage: string) => string;
  readonly lateSeveral: (table: string, stage: string) => string;
  readonly soonLateSeveral: (table: string, stage: string) => string;
  readonly lateHidden: string;
  readonly usageHidden: string;
  readonly forwarded: (by: string, what: string) => string;
  readonly inTable: (record: string, table: string) => string;
  readonly recordIn: (table: string) => string;
  readonly recordsIn: (table: string) => string;
  readonly forwardHidden: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    somebody: 'Someone',
    hidden: 'You were assigned to something that you can no longer see',
    assigned: (actor, record, table) => `${actor} assigned you to ${record} in ${table}`,
    assignedUnnamed: (actor, table) => `${actor} assigned you to a record in ${table}`,
    assignedSeveral: (actor, table) => `${actor} assigned you to several records in ${table}`,
    mentionHidden: 'You were mentioned in something that you can no longer see',
    mentioned: (actor, record, table) => `${actor} mentioned you in ${record} in ${table}`,
    mentionedUnnamed: (actor, table) => `${actor} mentioned you in a record in ${table}`,
    tasked: (actor, task) => `${actor} assigned you the task ${task}`,
    taskDue: (task) => `The deadline of the task ${task} comes`,
    taskHidden: 'You were assigned a task that you can no longer see',
    called: (actor, channel) => `${actor} mentioned you in ${channel}`,
    answered: (actor, page) => `${actor} replied to you in ${page}`,
    wrote: (actor) => `${actor} wrote to you`,
    chatHidden: 'Something was said to you that you can no longer see',
    imported: (table) => `Your import into ${table} is finished`,
    importFailed: 'Your import could not be finished',
    changed: (table) => `Your change of many records in ${table} is finished`,
    changeFailed: (table) => `Your change of many records in ${table} could not be finished`,
    templateApproved: 'Your template is in the gallery of all organizations',
    templateRefused: 'Your template was not approved. The reason is with your templates',
    ended: 'Something that you started in a table that you can no longer see has ended',
    runFailed: (automation) => `Your automation ${automation} failed`,
    runStopped: (automation) => `Your automation ${automation} was stopped`,
    paused: (webhook) => `Your webhook ${webhook} is paused`,
    runHidden: 'An automation told you something that you can no longer see',
    used: (percent, meter) => `${percent} % of the limit of your plan is used: ${meter}`,
    usedUp: (meter) => `The limit of your plan is reached: ${meter}`,
    meters: {
      runs: 'automation runs',
      api_calls: 'API calls',
      database_rows: 'records of the fullest table',
      lowcode: 'low-code',
      ai_credits: 'AI credits',
    },
    late: (record, stage) => `${record} is past its time limit in ${stage}`,
    soonLate: (record, stage) => `${record} is near its time limit in ${stage}`,
    lateSeveral: (table, stage) => `Several records in ${table} are past their time limit in ${stage}`,
    soonLateSeveral: (table, stage) => `Several records in ${table} are near their time limit in ${stage}`,
    lateHidden: 'A time limit of something that you can no longer see came',
    usageHidden: 'A limit of the plan came near',
    forwarded: (by, what) => `${by} forwarded to you: ${what}`,
    inTable: (record, table) => `${record} in ${table}`,
    recordIn: (table) => `a record in ${table}`,
    recordsIn: (table) => `several records in ${table}`,
    forwardHidden: 'Something was forwarded to you that you can no longer see',
  },
  pt: {
    somebody: 'Alguém',
    hidden: 'Você foi atribuído a algo que não pode mais ver',
    assigned: (actor, record, table) => `${actor} atribuiu ${record} em ${table} a você`,
    assignedUnnamed: (actor, table) => `${actor} atribuiu um registro em ${table} a você`,
    assignedSeveral: (actor, table) => `${actor} atribuiu vários registros em ${table} a você`,
    mentionHidden: 'Você foi mencionado em algo que não pode mais ver',
    mentioned: (actor, record, table) => `${actor} mencionou você em ${record} em ${table}`,
    mentionedUnnamed: (actor, table) => `${actor} mencionou você em um registro em ${table}`,
    tasked: (actor, task) => `${actor} atribuiu a tarefa ${task} a você`,
    taskDue: (task) => `O prazo da tarefa ${task} se aproxima`,
    taskHidden: 'Você recebeu uma tarefa que não pode mais ver',
    called: (actor, channel) => `${actor} mencionou você em ${channel}`,
    answered: (actor, page) => `${actor} respondeu a você em ${page}`,
    wrote: (actor) => `${actor} escreveu para você`,
    chatHidden: 'Disseram a você algo que não pode mais ver',
    imported: (table) => `Sua importação para ${table} terminou`,
    importFailed: 'Não foi possível concluir sua importação',
    changed: (table) => `Sua alteração de muitos registros em ${table} terminou`,
    changeFailed: (table) => `Não foi possível concluir sua alteração de muitos registros em ${table}`,
    templateApproved: 'Seu modelo está na galeria de todas as organizações',
    templateRefused: 'Seu modelo não foi aprovado. O motivo está com seus modelos',
    ended: 'Algo que você começou em uma tabela que não pode mais ver terminou',
    runFailed: (automation) => `Sua automação ${automation} falhou`,
    runStopped: (automation) => `Sua automação ${automation} foi parada`,
    paused: (webhook) => `Seu webhook ${webhook} está em pausa`,
    runHidden: 'Uma automação avisou algo que você não pode mais ver',
    used: (percent, meter) => `${percent} % do limite do seu plano foram usados: ${meter}`,
    usedUp: (meter) => `O limite do seu plano foi atingido: ${meter}`,
    meters: {
      runs: 'execuções de automações',
      api_calls: 'chamadas de API',
      database_rows: 'registros da tabela mais cheia',
      lowcode: 'low-code',
      ai_credits: 'créditos de IA',
    },
    late: (record, stage) => `${record} passou do limite de tempo em ${stage}`,
    soonLate: (record, stage) => `${record} está perto do limite de tempo em ${stage}`,
    lateSeveral: (table, stage) => `Vários registros em ${table} passaram do limite de tempo em ${stage}`,
    soonLateSeveral: (table, stage) => `Vários registros em ${table} estão perto do limite de tempo em ${stage}`,
    lateHidden: 'Chegou um limite de tempo de algo que você não pode mais ver',
    usageHidden: 'Um limite do plano está próximo',
    forwarded: (by, what) => `${by} encaminhou a você: ${what}`,
    inTable: (record, table) => `${record} em ${table}`,
    recordIn: (table) => `um registro em ${table}`,
    recordsIn: (table) => `vários registros em ${table}`,
    forwardHidden: 'Encaminharam a você algo que não pode mais ver',
  },
  es: {
    somebody: 'Alguien',
    hidden: 'Se le asignó algo que ya no puede ver',
    assigned: (actor, record, table) => `${actor} le asignó ${record} en ${table}`,
    assignedUnnamed: (actor, table) => `${actor} le asignó un registro en ${table}`,
    assignedSeveral: (actor, table) => `${actor} le asignó varios registros en ${table}`,
    mentionHidden: 'Se le mencionó en algo que ya no puede ver',
    mentioned: (actor, record, table) => `${actor} le mencionó en ${record} en ${table}`,
    mentionedUnnamed: (actor, table) => `${actor} le mencionó en un registro en ${table}`,
    tasked: (actor, task) => `${actor} le asignó la tarea ${task}`,
    taskDue: (task) => `Se acerca la fecha límite de la tarea ${task}`,
    taskHidden: 'Se le asignó una tarea que ya no puede ver',
    called: (actor, channel) => `${actor} le mencionó en ${channel}`,
    answered: (actor, page) => `${actor} le respondió en ${page}`,
    wrote: (actor) => `${actor} le escribió`,
    chatHidden: 'Le dijeron algo que ya no puede ver',
    imported: (table) => `Su importación a ${table} terminó`,
    importFailed: 'No se pudo completar su importación',
    changed: (table) => `Su cambio de muchos registros en ${table} terminó`,
    changeFailed: (table) => `No se pudo completar su cambio de muchos registros en ${table}`,
    templateApproved: 'Su plantilla está en la galería de todas las organizaciones',
    templateRefused: 'Su plantilla no fue aprobada. El motivo está con sus plantillas',
    ended: 'Algo que empezó en una tabla que ya no puede ver ha terminado',
    runFailed: (automation) => `Su automatización ${automation} falló`,
    runStopped: (automation) => `Su automatización ${automation} se detuvo`,
    paused: (webhook) => `Su webhook ${webhook} está en pausa`,
    runHidden: 'Una automatización le avisó de algo que ya no puede ver',
    used: (percent, meter) => `Se ha usado el ${percent} % del límite de su plan: ${meter}`,
    usedUp: (meter) => `Se alcanzó el límite de su plan: ${meter}`,
    meters: {
      runs: 'ejecuciones de automatizaciones',
      api_calls: 'llamadas de API',
      database_rows: 'registros de la tabla más llena',
      lowcode: 'low-code',
      ai_credits: 'créditos de IA',
    },
    late: (record, stage) => `${record} superó el límite de tiempo en ${stage}`,
    soonLate: (record, stage) => `${record} está cerca del límite de tiempo en ${stage}`,
    lateSeveral: (table, stage) => `Varios registros en ${table} superaron el límite de tiempo en ${stage}`,
    soonLateSeveral: (table, stage) => `Varios registros en ${table} están cerca del límite de tiempo en ${stage}`,
    lateHidden: 'Llegó un límite de tiempo de algo que ya no puede ver',
    usageHidden: 'Un límite del plan está cerca',
    forwarded: (by, what) => `${by} le reenvió: ${what}`,
    inTable: (record, table) => `${record} en ${table}`,
    recordIn: (table) => `un registro en ${table}`,
    recordsIn: (table) => `varios registros en ${table}`,
    forwardHidden: 'Le reenviaron algo que ya no puede ver',
  },
};

/** The reference of what became of somebody's template, which is theirs alone and passed on to nobody. */
export const aboutTemplate = 'template';

type Told = Pick<
  Notification,
  'reference' | 'kind' | 'outcome' | 'several' | 'tableId' | 'recordId' | 'taskId' | 'forwardedBy'
>;

/** Whether its reader may see what it tells of; where not, it has no name and is passed on to nobody. */
export const mayRead = (one: Told, { table, record, run, task, conversation, usage, stage }: Known): boolean => {
  switch (one.kind) {
    case 'usage':
      return usage === true;
    case 'automation':
      return run !== undefined;
    case 'task':
      return task !== undefined;
    case 'message':
      return conversation !== undefined;
    case 'import':
      return table !== undefined || one.outcome === 'failed';
    case 'operation':
      return table !== undefined;
    case 'late':
      return table !== undefined && stage !== undefined && (one.several || record !== undefined);
    case 'assigned':
    case 'mentioned':
      return table !== undefined && (one.several || record !== undefined);
  }
};

/** How much of which limit is used. */
const usageOf = ({ reference = '' }: Told, say: Words): string => {
  const [meter = '', percent = ''] = reference.split(':');
  const name = say.meters[meter] ?? meter;
  return percent === '100' ? say.usedUp(name) : say.used(percent, name);
};

/** What something is called that was passed on; its reader did not cause it, and it was not told to them. */
const whatOf = (one: Told, { table = '', record, run, task, conversation }: Known, say: Words): string => {
  if (one.kind === 'usage') return usageOf(one, say);
  if (one.kind === 'automation') return run === undefined ? '' : one.outcome === 'step' ? run.text : run.label;
  if (one.kind === 'task') return task ?? '';
  if (one.kind === 'message') return conversation?.name ?? '';
  if (one.kind === 'import' || one.kind === 'operation') return table;
  if (one.several) return say.recordsIn(table);
  return record === undefined || record.label === '' ? say.recordIn(table) : say.inTable(record.label, table);
};

/** A record near or past the limit of its time in an option. */
const lateOf = (one: Told, known: Known, say: Words): { readonly title: string; readonly link: string | null } => {
  const { table = '', record, stage = '' } = known;
  if (!mayRead(one, known)) return { link: null, title: say.lateHidden };
  const late = one.outcome === 'late';
  const link = `/object/${one.tableId}`;
  if (one.several) return { link, title: (late ? say.lateSeveral : say.soonLateSeveral)(table, stage) };
  const label = record?.label ?? '';
  const what = label === '' ? say.recordIn(table) : say.inTable(label, table);
  return {
    link: `${link}?recordId=${one.recordId}`,
    title: (late ? say.late : say.soonLate)(what.charAt(0).toUpperCase() + what.slice(1), stage),
  };
};

/** The same, as it is told to whom it concerned first. */
const shownFirst = (
  one: Told,
  known: Known,
  language: Language,
): { readonly title: string; readonly link: string | null } => {
  const { actor, table, record, run, task, conversation, usage } = known;
  const say = words[language];
  if (one.kind === 'late') return lateOf(one, known, say);
  const failed = one.outcome === 'failed';
  const link = table === undefined ? null : `/object/${one.tableId}`;
  if (one.kind === 'usage')
    return usage === true
      ? { link: '/settings/automation-usage', title: usageOf(one, say) }
      : { link: null, title: say.usageHidden };
  if (one.kind === 'automation') {
    if (run === undefined) return { link: null, title: say.runHidden };
    if (one.outcome === 'step') return { link: run.link, title: run.text };
    if (one.outcome === 'paused') return { link: run.link, title: say.paused(run.label) };
    return { link: run.link, title: (one.outcome === 'stopped' ? say.runStopped : say.runFailed)(run.label) };
  }
  if (one.kind === 'task')
    return task === undefined
      ? { link: null, title: say.taskHidden }
      : {
          link: `/tasks?taskId=${one.taskId ?? ''}`,
          title: one.outcome === 'reminder' ? say.taskDue(task) : say.tasked(actor ?? say.somebody, task),
        };
  if (one.kind === 'message') {
    if (conversation === undefined) return { link: null, title: say.chatHidden };
    const { id, name, otherUserId, pageId } = conversation;
    if (pageId !== '') {
      const said = one.outcome === 'reply' ? say.answered : say.called;
      return { link: `/doc-page/${pageId}?comments`, title: said(actor ?? say.somebody, name) };
    }
    return otherUserId === ''
      ? { link: `/chat/channel/${id}`, title: say.called(actor ?? say.somebody, name) }
      : { link: `/chat/dm-user/${otherUserId}`, title: say.wrote(actor ?? say.somebody) };
  }
  if (one.kind === 'import')
    return { link, title: failed ? say.importFailed : table === undefined ? say.ended : say.imported(table) };
  if (one.kind === 'operation' && one.reference === aboutTemplate)
    return { link: '/templates/create', title: failed ? say.templateRefused : say.templateApproved };
  if (one.kind === 'operation')
    return { link, title: table === undefined ? say.ended : failed ? say.changeFailed(table) : say.changed(table) };
  const mention = one.kind === 'mentioned';
  const hidden = mention ? say.mentionHidden : say.hidden;
  if (table === undefined) return { link, title: hidden };
  const who = actor ?? say.somebody;
  if (one.several) return { link, title: say.assignedSeveral(who, table) };
  if (record === undefined) return { link: null, title: hidden };
  return {
    link: `${link}?recordId=${one.recordId}`,
    title:
      record.label === ''
        ? (mention ? say.mentionedUnnamed : say.assignedUnnamed)(who, table)
        : (mention ? say.mentioned : say.assigned)(who, record.label, table),
  };
};

/** What a notification says to its reader, and where it leads; nowhere where they may not see what it tells of. */
export const shown = (
  one: Told,
  known: Known,
  language: Language,
): { readonly title: string; readonly link: string | null } => {
  const own = shownFirst(one, known, language);
  if ((one.forwardedBy ?? '') === '') return own;
  const say = words[language];
  return mayRead(one, known)
    ? { link: own.link, title: say.forwarded(known.forwarder ?? say.somebody, whatOf(one, known, say)) }
    : { link: null, title: say.forwardHidden };
};
