/** What an action does, and to what: by the type of the event that says most about it. */
type Kind = { readonly change: Change; readonly entity: Entity };

export const changes = ['create', 'update', 'delete', 'restore', 'import', 'undo'] as const;
export type Change = (typeof changes)[number];
export const entities = [
  'record',
  'comment',
  'table',
  'app',
  'folder',
  'page',
  'link',
  'automation',
  'webhook',
  'function',
  'task',
  'conversation',
  'field',
  'view',
  'import',
  'user',
  'invitation',
  'role',
  'token',
  'organization',
] as const;
export type Entity = (typeof entities)[number];

const of = (entity: Entity, types: Readonly<Record<string, Change>>): Readonly<Record<string, Kind>> =>
  Object.fromEntries(Object.entries(types).map(([type, change]) => [type, { change, entity }]));

/** Every type of event that the history log has an entry for. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...of('record', {
    recordsCreated: 'create',
    cellsChanged: 'update',
    recordsDeleted: 'delete',
    recordsRestored: 'restore',
  }),
  ...of('comment', {
    commentWritten: 'create',
    commentChanged: 'update',
    commentDeleted: 'delete',
    commentRestored: 'restore',
  }),
  ...of('table', {
    tableCreated: 'create',
    tableDescribed: 'update',
    tableArchived: 'delete',
    tableRestored: 'restore',
    tableErased: 'delete',
  }),
  ...of('app', {
    appCreated: 'create',
    appRenamed: 'update',
    appAppearanceChanged: 'update',
    appBarsChanged: 'update',
    blockAdded: 'update',
    blockConfigured: 'update',
    blockRemoved: 'update',
    blocksPlaced: 'update',
    appPublished: 'update',
    appDraftReplaced: 'update',
    appArchived: 'delete',
    appRestored: 'restore',
  }),
  ...of('folder', { folderCreated: 'create', folderChanged: 'update', folderDeleted: 'delete' }),
  ...of('page', { pageCreated: 'create', pageChanged: 'update', pageArchived: 'delete', pageRestored: 'restore' }),
  ...of('link', { linkCreated: 'create', linkChanged: 'update', linksSwitched: 'update' }),
  ...of('automation', {
    automationCreated: 'create',
    automationChanged: 'update',
    automationPublished: 'update',
    automationSwitched: 'update',
    automationGiven: 'update',
    automationArchived: 'delete',
    automationRestored: 'restore',
    automationAddressMade: 'update',
  }),
  ...of('webhook', {
    webhookCreated: 'create',
    webhookChanged: 'update',
    webhookSwitched: 'update',
    webhookSecretMade: 'update',
    webhookDeleted: 'delete',
    webhookRestored: 'restore',
  }),
  ...of('function', {
    functionCreated: 'create',
    functionChanged: 'update',
    functionSwitched: 'update',
    functionVersionSaved: 'update',
    functionSecretSet: 'update',
    functionDeleted: 'delete',
    functionRestored: 'restore',
  }),
  ...of('task', {
    taskCreated: 'create',
    taskChanged: 'update',
    taskDeleted: 'delete',
    taskRestored: 'restore',
    taskContinued: 'update',
  }),
  ...of('conversation', {
    conversationCreated: 'create',
    conversationChanged: 'update',
    conversationArchived: 'delete',
    conversationRestored: 'restore',
  }),
  ...of('field', {
    fieldAdded: 'create',
    fieldChanged: 'update',
    fieldsReordered: 'update',
    fieldConversionEnded: 'update',
    uniquenessEnded: 'update',
    uniqueFieldChosen: 'update',
    labelFieldChosen: 'update',
    fieldDeleted: 'delete',
    fieldRestored: 'restore',
  }),
  ...of('view', { viewCreated: 'create', viewChanged: 'update', viewDeleted: 'delete', viewRestored: 'restore' }),
  ...of('import', {
    importPlanned: 'import',
    importFinished: 'import',
    importCancelled: 'import',
    importFailed: 'import',
  }),
  ...of('user', {
    memberJoined: 'create',
    memberAssigned: 'update',
    memberDisabled: 'update',
    memberEnabled: 'update',
    memberProfileChanged: 'update',
    memberErased: 'delete',
  }),
  ...of('invitation', { invitationMade: 'create', invitationAccepted: 'update', invitationRevoked: 'delete' }),
  ...of('role', { roleCreated: 'create', roleChanged: 'update', roleDeleted: 'delete' }),
  ...of('token', {
    apiTokenMade: 'create',
    apiTokenRenamed: 'update',
    apiTokenEnabled: 'update',
    apiTokenDisabled: 'update',
    apiTokenRegenerated: 'update',
    apiTokenConfirmed: 'update',
    apiTokenDeleted: 'delete',
  }),
  ...of('organization', { organizationCreated: 'create', organizationChanged: 'update' }),
};

/** Types of events that are no action of anybody in an organization, and why. */
export const unlisted: Readonly<Record<string, readonly string[]>> = {
  'books of an action that has an entry': [
    'uniquenessStarted',
    'fieldConversionStarted',
    'numbersGiven',
    'operationStarted',
    'operationAdvanced',
    'operationEnded',
    'importTableMade',
    'importAdvanced',
    'importTableArchived',
    'importTableRestored',
  ],
  'of the installation, in no organization': [
    'installationSetUp',
    'accountOpened',
    'accountClosed',
    'passwordChanged',
    'passwordResetAsked',
    'secondFactorEnabled',
    'secondFactorDisabled',
    'accountErased',
  ],
  'the change of the record that has the file is the action': [
    'fileUploaded',
    'fileUsed',
    'fileReleased',
    'fileErased',
  ],
  'runs of automations have a log of their own': [
    'runStarted',
    'stepBegun',
    'stepDelayed',
    'stepFinished',
    'runEnded',
    'runReopened',
    'peopleNotified',
  ],
  'what is used is counted, and the usage page tells it': ['runCounted'],
  'the operator and the clock set the plan, and the page of plans tells it': [
    'trialBegan',
    'planChosen',
    'paymentLate',
    'planBlocked',
    'planReactivated',
  ],
  'deliveries of webhooks have a log of their own': [
    'webhookPaused',
    'deliveryQueued',
    'deliveryTried',
    'deliveryReopened',
  ],
  'calls of functions are counted, each by itself says little': ['functionCalled'],
  'what people say to each other is theirs': [
    'messageSent',
    'messageEdited',
    'messageDeleted',
    'messageRestored',
    'reactionsChanged',
    'peopleCalled',
    'commentTaken',
    'filesAttached',
    'readerMoved',
  ],
  'what follows from an action by itself, or is read': [
    'notificationMade',
    'notificationGrew',
    'notificationRead',
    'notificationBookmarked',
    'mutesSet',
    'taskReminded',
    'mailQueued',
    'mailBegun',
    'mailSent',
    'mailDelayed',
    'mailSetAside',
    'mailReplayed',
    'mailDropped',
  ],
};

/** The types that are asked for by what they do and to what; an undo is asked for by itself, with `undo.` before it. */
export const typesOf = (wanted: readonly Change[], of: readonly Entity[]): readonly string[] =>
  Object.entries(kinds).flatMap(([type, { change, entity }]) =>
    of.length > 0 && !of.includes(entity)
      ? []
      : [
          ...(wanted.length === 0 || wanted.includes(change) ? [type] : []),
          ...(wanted.length === 0 || wanted.includes('undo') ? [`undo.${type}`] : []),
        ],
  );
