import {
  type AccountEventKind,
  type ActivityEntry,
  type ActivityPage,
  type ChangedField,
  type ChangedValue,
  CORNERS,
  DEFAULT_PLAYER_DURATION_SECONDS,
  isErrorCode,
  MACHINE_COMMANDS,
  type RequiredStep,
  type RestoreDifference,
  type ROUTES,
  type RouteName,
  SCREEN_COMMANDS,
  type SettingChange,
} from '@placard/contract'
import { writeBytes } from '../../../platform/ui/bytes.ts'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { moment } from './days.ts'

type I18n = Pick<ReturnType<typeof useI18n>, 't' | 'language'>
type Names = ActivityPage['names']

/** Isolates the text direction of user content: a title in Arabic must not reverse an English sentence. */
const apart = (text: string) => `\u2068${text}\u2069`

/** One entry as a sentence. @param names display names by email address */
export function sentenceOf(entry: ActivityEntry, { t, language }: I18n, names: Names = {}): string {
  const { kind, subject, count } = entry
  const isScheduled = entry.fields.length === 1 && entry.fields[0] === 'schedule'
  const who = whoOf(entry, t, names)
  const title = titleIn(subject?.type, subject?.title ?? '', t)
  const former = titleIn(subject?.type, subject?.formerTitle ?? subject?.title ?? '', t)
  switch (kind) {
    case 'item-changed':
      if (isScheduled) return t('activity.said.item-scheduled', { who, title })
      return subject?.formerTitle
        ? t('activity.said.item-renamed', { who, title, former })
        : t('activity.said.item-changed', { who, title })
    case 'line-changed':
      return isScheduled
        ? t('activity.said.line-scheduled', { who, title })
        : t('activity.said.line-changed', { who, title, former })
    case 'corner-piece-changed':
      return isScheduled
        ? t('activity.said.corner-piece-scheduled', { who, title })
        : t('activity.said.corner-piece-changed', { who, title })
    case 'corner-piece-moved':
      return t('activity.said.corner-piece-moved', { who, title, former })
    case 'items-changed':
      return t(isScheduled ? 'activity.said.items-scheduled' : 'activity.said.items-changed', { who, count })
    case 'lines-changed':
      return t(isScheduled ? 'activity.said.lines-scheduled' : 'activity.said.lines-changed', { who, count })
    case 'items-shown':
    case 'items-hidden':
    case 'items-moved':
    case 'items-removed':
    case 'items-added':
    case 'items-copied':
    case 'lines-moved':
    case 'lines-removed':
    case 'lines-copied':
    case 'rows-changed':
    case 'imported':
      return t(`activity.said.${kind}`, { who, count })
    case 'undone': {
      if (subject?.type === 'table' || subject?.type === 'row' || subject?.type === 'column') {
        return t(`activity.said.undone-${subject.type}`, { who, title })
      }
      const what = t(`activity.act.${actOf(entry.undoes?.kind)}`)
      return subject ? t('activity.said.undone-about', { who, title, what }) : t('activity.said.undone', { who, what })
    }
    case 'restored': {
      const at = entry.restoredTo?.at
      if (typeof at !== 'number') return t('activity.said.restored', { who })
      return t('activity.said.restored-at', { who, when: moment(at, language) })
    }
    case 'refused':
      return t('activity.said.refused', { who, what: t(`activity.act.${commandOf(entry.command)}`) })
    case 'invitation-withdrawn':
      return subject?.title === entry.actor.email
        ? t('activity.said.invitation-withdrawn-own', { who })
        : t('activity.said.invitation-withdrawn', { who, title })
    case 'playlist-changed':
      return subject?.formerTitle
        ? t('activity.said.playlist-renamed', { who, title, former })
        : t('activity.said.playlist-changed', { who, title })
    case 'rows-updated':
      return t('activity.said.rows-updated', { title, count })
    case 'rows-added':
    case 'rows-removed':
    case 'rows-moved':
      return subject?.type === 'row' && subject.title !== ''
        ? t(`activity.said.${kind}-one`, { who, title })
        : t(`activity.said.${kind}`, { who, count })
    case 'column-changed':
    case 'table-changed':
      return subject?.formerTitle
        ? t(`activity.said.${kind}-name`, { who, title, former })
        : t(`activity.said.${kind}`, { who, title })
    case 'screen-changed':
      return subject?.formerTitle
        ? t('activity.said.screen-renamed', { who, title, former })
        : t('activity.said.screen-changed', { who, title })
    case 'screen-commanded':
      return subject
        ? t('activity.said.screen-commanded', { who, title, what: commandedOf(entry.command, t) })
        : t('activity.said.screens-commanded', { who, count, what: commandedOf(entry.command, t) })
    case 'insert-prolonged':
    case 'insert-ended':
    case 'insert-resumed':
    case 'insert-over': {
      // These sentences about take-overs fit inserts as well.
      const same = kind.replace('insert', 'take-over') as `take-over-${'prolonged' | 'ended' | 'resumed' | 'over'}`
      return t(`activity.said.${same}`, { who, title })
    }
    case 'item-added':
      return entry.proposedBy === null
        ? t('activity.said.item-added', { who, title })
        : t('activity.said.item-added-proposed', { who, title, name: apart(entry.proposedBy) })
    case 'proposal-made':
      return entry.actor.kind === 'unknown'
        ? t('activity.said.proposal-made', { name: apart(entry.proposedBy ?? '') })
        : t('activity.said.proposal-made-member', { who })
    case 'proposal-taken-back':
      return entry.actor.kind === 'unknown'
        ? t('activity.said.proposal-taken-back', { name: apart(entry.proposedBy ?? '') })
        : t('activity.said.proposal-taken-back-member', { who })
    case 'proposal-refused':
      return t('activity.said.proposal-refused', { who, name: apart(entry.proposedBy ?? '') })
    case 'proposals-chosen':
      return t('activity.said.proposals-chosen', { who })
    case 'brand-changed':
    case 'sign-in-rule-changed':
      return t(`activity.said.${kind}`, { who })
    case 'more':
      return t('activity.said.more', { count })
    default:
      return t(`activity.said.${kind}`, { who, title })
  }
}

/** The name of a thing. A layout has none, and a corner piece is named by its corner. */
export function titleIn(type: string | undefined, title: string, t: I18n['t']): string {
  const corner = type === 'corner-piece' ? CORNERS.find((one) => one === title) : undefined
  return corner ? t(`activity.corner.${corner}`) : apart(title)
}

function whoOf({ actor }: ActivityEntry, t: I18n['t'], names: Names): string {
  if (actor.kind === 'provider' || actor.kind === 'command-line') return t('activity.provider')
  if (actor.email === '') return t('activity.somebody')
  if (actor.kind === 'token') return t('activity.program', { name: apart(actor.email) })
  return actor.kind === 'person'
    ? apart(names[actor.email] ?? actor.email)
    : t('activity.stranger', { email: apart(actor.email) })
}

type ByProvider = Extract<ActivityEntry['kind'], `${'organisation' | 'subscription' | 'account'}-${string}`>

type Act =
  | Exclude<
      ActivityEntry['kind'],
      | 'display-added'
      | 'display-changed'
      | 'display-removed'
      | `playlist-${string}`
      | `${'row' | 'rows' | 'column' | 'table'}-${string}`
      | 'refused'
      | 'more'
      | 'unreadable'
      | AccountEventKind
      | `screen-${string}`
      | `updates-${string}`
      | `enrolment-${string}`
      | 'token-made'
      | 'token-revoked'
      | 'token-ended'
      | `webhook-${string}`
      | `proposal-${string}`
      | 'proposals-chosen'
      | 'move-in-removed'
      | 'brand-changed'
      | `take-over-${string}`
      | `insert-${string}`
      | 'invitation-made'
      | 'invitation-withdrawn'
      | 'invitation-accepted'
      | 'member-changed'
      | 'member-removed'
      | 'member-left'
      | 'sign-in-rule-changed'
      | ByProvider
    >
  | 'upload'
  | 'library'
  | 'display'
  | 'playlist'
  | 'table'
  | 'people'
  | 'organisation'
  | 'take-over'
  | 'insert'
  | 'proposal'
  | 'other'

function actOf(kind: ActivityEntry['kind'] | undefined): Act {
  switch (kind) {
    case 'display-added':
    case 'display-changed':
    case 'display-removed':
      return 'display'
    case 'playlist-added':
    case 'playlist-changed':
    case 'playlist-removed':
    case 'playlist-brought-back':
      return 'playlist'
    case 'row-changed':
    case 'rows-changed':
    case 'rows-added':
    case 'rows-removed':
    case 'rows-moved':
    case 'rows-sorted':
    case 'rows-updated':
    case 'column-added':
    case 'column-changed':
    case 'column-removed':
    case 'table-added':
    case 'table-changed':
    case 'table-source-set':
    case 'table-source-removed':
    case 'table-removed':
    case 'table-brought-back':
      return 'table'
    case undefined:
    case 'refused':
    case 'more':
    case 'unreadable':
    case 'signed-in':
    case 'signed-out':
    case 'sign-in-refused':
    case 'password-changed':
    case 'second-factor-on':
    case 'second-factor-off':
    case 'passkey-added':
    case 'passkey-removed':
    case 'screen-paired':
    case 'screen-changed':
    case 'screen-let-go':
    case 'screen-commanded':
    case 'updates-changed':
    case 'updates-stopped':
    case 'screen-enrolled':
    case 'enrolment-made':
    case 'enrolment-withdrawn':
    case 'token-made':
    case 'token-revoked':
    case 'token-ended':
    case 'webhook-made':
    case 'webhook-changed':
    case 'webhook-secret-changed':
    case 'webhook-ended':
    case 'webhook-removed':
    case 'proposal-link-made':
    case 'proposal-link-withdrawn':
    case 'proposal-made':
    case 'proposal-refused':
    case 'proposal-taken-back':
    case 'proposals-chosen':
    case 'move-in-removed':
    case 'account-made':
    case 'account-disabled':
    case 'account-enabled':
    case 'account-password-set':
    case 'account-reset-link-made':
    case 'account-second-factor-off':
    case 'account-passkeys-removed':
    case 'account-unlinked':
      return 'other'
    case 'take-over-started':
    case 'take-over-prolonged':
    case 'take-over-ended':
    case 'take-over-resumed':
    case 'take-over-over':
    case 'take-over-prepared':
    case 'take-over-changed':
    case 'take-over-removed':
      return 'take-over'
    case 'insert-started':
    case 'insert-prolonged':
    case 'insert-changed':
    case 'insert-ended':
    case 'insert-resumed':
    case 'insert-over':
      return 'insert'
    case 'organisation-made':
    case 'organisation-changed':
    case 'organisation-suspended':
    case 'organisation-resumed':
    case 'brand-changed':
      return 'organisation'
    case 'subscription-made':
    case 'subscription-changed':
    case 'subscription-ended':
    case 'invitation-made':
    case 'invitation-withdrawn':
    case 'invitation-accepted':
    case 'member-changed':
    case 'member-removed':
    case 'member-left':
    case 'sign-in-rule-changed':
      return 'people'
    default:
      return kind
  }
}

/** The calls that change something in an organisation, and that may therefore be refused. */
type Command = {
  [Name in RouteName]: (typeof ROUTES)[Name] extends { method: 'GET' | 'HEAD' } | { access: 'public' | 'signed-in' }
    ? never
    : Name
}[RouteName]

/** A missing command is a compile error. The log may also contain commands of a later version. */
const COMMANDS: ReadonlyMap<string, Act> = new Map(
  Object.entries({
    createItem: 'item-added',
    updateItem: 'item-changed',
    moveItem: 'item-moved',
    removeItem: 'item-removed',
    changeItems: 'items-changed',
    createLine: 'line-added',
    updateLine: 'line-changed',
    moveLine: 'line-moved',
    removeLine: 'line-removed',
    changeLines: 'lines-changed',
    setLayout: 'layout-changed',
    setCornerPiece: 'corner-piece-changed',
    moveCornerPiece: 'corner-piece-moved',
    leaveAdvice: 'other',
    createDeck: 'upload',
    addLibraryFile: 'upload',
    updateLibraryFile: 'library',
    labelLibraryFiles: 'library',
    putLibraryFiles: 'items-added',
    replaceLibraryFile: 'library',
    removeLibraryFiles: 'library',
    bringBackLibraryFiles: 'library',
    uploadMedia: 'upload',
    createUpload: 'upload',
    finishUpload: 'upload',
    undoActivity: 'undone',
    undoTogether: 'undone',
    restoreProgramme: 'restored',
    createDisplay: 'display',
    updateDisplay: 'display',
    removeDisplay: 'display',
    createPlaylist: 'playlist',
    updatePlaylist: 'playlist',
    includePlaylist: 'playlist',
    removePlaylist: 'playlist',
    bringBackPlaylist: 'playlist',
    createTable: 'table',
    setTableSource: 'table',
    removeTableSource: 'table',
    readTableSource: 'other',
    checkTableSource: 'other',
    updateTable: 'table',
    removeTable: 'table',
    bringBackTable: 'table',
    createColumn: 'table',
    updateColumn: 'table',
    removeColumn: 'table',
    createRows: 'table',
    changeRows: 'table',
    updateRow: 'table',
    removeRow: 'table',
    putRow: 'table',
    moveRows: 'table',
    sortRows: 'table',
    undoTableActivity: 'undone',
    restoreTable: 'restored',
    beginMoveIn: 'imported',
    tellMoveIn: 'imported',
    bringPlaylist: 'imported',
    bringTable: 'imported',
    removeMoveIn: 'other',
    updateMember: 'people',
    setSignInRule: 'people',
    removeMember: 'people',
    leaveOrganisation: 'people',
    createInvitation: 'people',
    removeInvitation: 'people',
    createSubscription: 'people',
    inviteSubscriber: 'people',
    updateSubscription: 'people',
    removeSubscription: 'people',
    removeWaitingAccount: 'people',
    createOrganisationDisplay: 'display',
    createOrganisation: 'organisation',
    updateOrganisation: 'organisation',
    suspendOrganisation: 'organisation',
    resumeOrganisation: 'organisation',
    removeOrganisation: 'organisation',
    appendToUpload: 'other',
    removeUpload: 'other',
    showPairing: 'other',
    pairScreen: 'other',
    changePairedScreen: 'other',
    letGoScreen: 'other',
    commandScreens: 'other',
    changeMachine: 'other',
    commandMachine: 'other',
    updateMachine: 'other',
    changeAgentUpdates: 'other',
    startAgentUpdates: 'other',
    setWall: 'wall-changed',
    showTestCard: 'other',
    updateScreen: 'other',
    removeScreen: 'other',
    createEnrolment: 'other',
    withdrawEnrolment: 'other',
    createToken: 'other',
    removeToken: 'other',
    updateBrand: 'organisation',
    checkWebPage: 'other',
    checkFeed: 'other',
    setTown: 'other',
    updateAlertChoice: 'other',
    muteIncident: 'other',
    createWebhook: 'other',
    updateWebhook: 'other',
    removeWebhook: 'other',
    changeWebhookSecret: 'other',
    testWebhook: 'other',
    resendWebhookDelivery: 'other',
    resendWebhookDeliveries: 'other',
    startTakeOver: 'take-over',
    prolongTakeOver: 'take-over',
    endTakeOver: 'take-over',
    resumeTakeOver: 'take-over',
    prepareTakeOver: 'take-over',
    updatePreparedTakeOver: 'take-over',
    removePreparedTakeOver: 'take-over',
    raiseTakeOver: 'take-over',
    startInsert: 'insert',
    prolongInsert: 'insert',
    endInsert: 'insert',
    resumeInsert: 'insert',
    raiseInsert: 'insert',
    createProposalLink: 'proposal',
    withdrawProposalLink: 'proposal',
    approveProposal: 'proposal',
    refuseProposal: 'proposal',
    updateProposalChoice: 'proposal',
    propose: 'proposal',
    takeBackProposal: 'proposal',
    uploadProposalPicture: 'proposal',
  } satisfies Record<Command, Act>),
)

/** A command to screens in words. A later version may have more commands. */
function commandedOf(command: string | null, t: I18n['t']): string {
  const ofMachine = MACHINE_COMMANDS.find((one) => one === command)
  if (ofMachine) return t(`machine.do.${ofMachine}`)
  const kind = SCREEN_COMMANDS.find((one) => one === command)
  return kind ? t(`paired.do.${kind}`) : (command ?? '')
}

const commandOf = (command: string | null): Act => COMMANDS.get(command ?? '') ?? 'other'

/** The kinds whose second line lists the changed fields. */
const CHANGES: ReadonlySet<ActivityEntry['kind']> = new Set([
  'item-changed',
  'items-changed',
  'line-changed',
  'lines-changed',
])

/** The second line: the reason for a refusal, changed rights, or the changed fields. */
export function detailOf(entry: ActivityEntry, { t, language }: I18n): string | undefined {
  if (entry.code !== null && isErrorCode(entry.code)) return t(`error.${entry.code}`)
  const said = [...rightsChange(entry, t, language), ...entry.settings.map((one) => settingChange(one, t, language))]
  if (said.length > 0) return said.join(' ')
  if (entry.kind === 'row-changed') {
    const cells = entry.values.flatMap((value) => (value.field === 'cells' ? [cellChange(value, t)] : []))
    return cells.length === 0 ? undefined : new Intl.ListFormat(language).format(cells)
  }
  if (!CHANGES.has(entry.kind)) return undefined
  // The title and the text are in the sentence already, and the schedule if it is the only field.
  const fields = entry.fields.filter((field) => field !== 'title' && field !== 'text')
  if (fields.length === 0 || (entry.fields.length === 1 && fields[0] === 'schedule')) return undefined
  const told = fields.map((field) => {
    const value = entry.values.find((one) => one.field === field)
    return value ? valueChange(value, t, language) : t(`activity.field.${field}`)
  })
  return t('activity.changed-fields', { fields: new Intl.ListFormat(language).format(told) })
}

type CellChange = Extract<ChangedValue, { field: 'cells' }>

/** “Price 4.50 → 5.00” */
function cellChange({ column, former, present }: CellChange, t: I18n['t']): string {
  const word = (text: string) => (text === '' ? t('activity.setting.none') : apart(text))
  return t('activity.changed-value', { field: apart(column), former: word(former), present: word(present) })
}

/** “duration 10 s → 30 s” */
function valueChange(value: ChangedValue, t: I18n['t'], language: string): string {
  if (value.field === 'cells') return cellChange(value, t)
  const word = (one: 'former' | 'present') => {
    if (value.field === 'type') return t(`items.type.${value[one]}`)
    const seconds = value[one] || DEFAULT_PLAYER_DURATION_SECONDS
    return apart(t('activity.seconds', { count: new Intl.NumberFormat(language).format(seconds) }))
  }
  const field = t(`activity.field.${value.field}`)
  return t('activity.changed-value', { field, former: word('former'), present: word('present') })
}

function rightsChange({ rights, formerRights }: ActivityEntry, t: I18n['t'], language: string): string[] {
  if (rights === null) return []
  const now = rightsOf(rights, t, language)
  if (formerRights === null) return [now]
  return [t('activity.changed-rights', { now, former: rightsOf(formerRights, t, language) })]
}

function settingChange(change: SettingChange, t: I18n['t'], language: string): string {
  const setting = t(`activity.setting.${change.setting}`)
  const ruleOf = (step: RequiredStep | null) =>
    step === null ? t('activity.setting.none') : apart(t(`people.rule.${step}`))
  const [former, now] =
    change.setting === 'sign-in-rule'
      ? [change.former, change.present].map(ruleOf)
      : change.setting === 'quota'
        ? [change.former, change.present].map((bytes) =>
            bytes === null ? t('activity.setting.usual') : apart(writeBytes(bytes, language)),
          )
        : [change.former, change.present].map((text) => (text === '' ? t('activity.setting.none') : apart(text)))
  return t('activity.changed-setting', { setting, former: former ?? '', now: now ?? '' })
}

function rightsOf(
  { role, displays, tables }: NonNullable<ActivityEntry['rights']>,
  t: I18n['t'],
  language: string,
): string {
  const list = (names: readonly string[]) => new Intl.ListFormat(language).format(names.map(apart))
  const name = t(`role.name.${role}`)
  if (tables) {
    return `${name} · ${tables.length === 0 ? t('people.no-tables') : t('people.only-tables', { names: list(tables) })}`
  }
  const limit = displays && list(displays)
  return `${name} · ${limit === null ? t('people.all-displays') : limit || t('people.no-displays')}`
}

function listOf(fields: ChangedField[], t: I18n['t'], language: string): string {
  return new Intl.ListFormat(language).format(fields.map((field) => t(`activity.field.${field}`)))
}

/** One effect of going back. */
export function differenceOf(
  { type, effect, title, fields, visible }: RestoreDifference,
  { t, language }: I18n,
): string {
  const named = { title: type === 'layout' ? t('activity.layout') : titleIn(type, title, t) }
  if (effect !== 'changes') return t(`activity.restore.${effect}`, named)
  if (visible !== null && fields.length === 1)
    return t(visible ? 'activity.restore.shown' : 'activity.restore.hidden', named)
  return t('activity.restore.changes', { ...named, fields: listOf(fields, t, language) })
}
