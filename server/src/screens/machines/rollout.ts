import { createHash } from 'node:crypto'
import type { AgentHash, AgentUpdateProblem, RolloutStage, ScreenId } from '@placard/contract'
import type { Stretch } from '@placard/playback'
import type { Judged } from './judge.ts'

/** A new version must be well for this long before more machines get it. */
export const PROVEN_MS = 24 * 60 * 60_000
/** A machine that was not heard for this long is not waited for. */
const AWAY_MS = 24 * 60 * 60_000
/** A machine that was heard within this time can try a new version. */
const HERE_MS = 60 * 60_000

/** Problems after which the version before came back. Others concern one machine and say nothing about the version. */
const FELL_BACK: ReadonlySet<AgentUpdateProblem> = new Set(['exited', 'not-well', 'no-answer'])

/** Problems after which an agent tries again by itself. */
const PASSING: ReadonlySet<AgentUpdateProblem> = new Set(['damaged', 'download', 'disk-full', 'too-often'])

/** The progress of the newest file in an organisation. Instants are milliseconds since 1970. */
export type Rollout = {
  isAutomatic: boolean
  isPaused: boolean
  /** The file that the rest is about. */
  hash: AgentHash | null
  stage: RolloutStage
  since: number
  trialId: ScreenId | null
  /** The screen that has stopped it. */
  stoppedId: ScreenId | null
  resumedAt: number
}

/** A new version is installed by itself: it is safe to do so, because it begins with one screen. */
export const NEW_ROLLOUT: Rollout = {
  isAutomatic: true,
  isPaused: false,
  hash: null,
  stage: 'waiting',
  since: 0,
  trialId: null,
  stoppedId: null,
  resumedAt: 0,
}

/** A machine that can update itself. */
export type Member = {
  id: ScreenId
  hash: AgentHash
  settledAt: number | null
  failed: { hash: AgentHash; problem: AgentUpdateProblem; attempt: number; at: number } | null
  /** The file that somebody wants on it now. */
  askedHash: AgentHash | null
  attempt: number
  seenAt: number
}

/**
 * [PX6] The next step of a rollout.
 *
 * @param hash the file that the server offers
 * @returns the fields that change. undefined: nothing does
 */
export function nextStep(
  hash: AgentHash,
  rollout: Rollout,
  members: readonly Member[],
  now: number,
): Partial<Rollout> | undefined {
  if (members.every((one) => one.hash === hash)) return undefined
  if (rollout.hash !== hash) {
    // A machine that somebody updated by hand may have gone back from this version already.
    const begun = { hash, since: now, stoppedId: null, resumedAt: 0, trialId: null, stage: 'waiting' as const }
    return rollout.isAutomatic ? { ...begun, ...begin(hash, members, now) } : begun
  }
  if (rollout.isPaused || rollout.stoppedId !== null) return undefined
  const undone = members.find((one) => fellBack(one, hash) && (one.failed?.at ?? 0) > rollout.resumedAt)
  if (undone && rollout.stage !== 'waiting') return { stoppedId: undone.id }
  switch (rollout.stage) {
    case 'waiting':
      return rollout.isAutomatic ? begin(hash, members, now) : undefined
    case 'trial': {
      const trial = members.find(({ id }) => id === rollout.trialId)
      // It was let go.
      if (!trial) return rollout.isAutomatic ? begin(hash, members, now) : { stage: 'waiting', trialId: null }
      return isProven(trial, hash, now) ? { stage: 'tenth', since: now } : undefined
    }
    case 'tenth': {
      const tenth = tenthOf(hash, members)
      const isReady = tenth.every((one) => isProven(one, hash, now) || now - one.seenAt >= AWAY_MS)
      return isReady && members.some((one) => isProven(one, hash, now)) ? { stage: 'all', since: now } : undefined
    }
    case 'all':
      return undefined
  }
}

/** The step to the trial, by the machine that was heard last. undefined: none is there. */
function begin(hash: AgentHash, members: readonly Member[], now: number): Partial<Rollout> | undefined {
  const [first] = members
    .filter((one) => now - one.seenAt < HERE_MS && !hasFailed(one, hash))
    // One that has the version already, by its package, has begun the trial.
    .sort((one, other) => Number(other.hash === hash) - Number(one.hash === hash) || other.seenAt - one.seenAt)
  return first && { stage: 'trial', trialId: first.id, since: now }
}

const hasFailed = ({ failed, attempt }: Member, hash: AgentHash) =>
  failed?.hash === hash && failed.attempt >= attempt && !PASSING.has(failed.problem)

/** True if the version before is back on it. */
export const fellBack = (member: Member, hash: AgentHash): boolean =>
  member.hash !== hash && hasFailed(member, hash) && member.failed !== null && FELL_BACK.has(member.failed.problem)

/**
 * Wrong if the version before is back on a machine, and no owner has paused or continued since. `between`: somebody has asked for it
 * again, it is on trial, or the server offers another version since.
 */
export function judgeUpdate(
  hash: AgentHash,
  { isPaused, resumedAt }: Pick<Rollout, 'isPaused' | 'resumedAt'>,
  member: Member,
): Judged {
  if (member.hash === hash) return member.settledAt === null ? 'between' : 'well'
  if (member.failed === null) return 'well'
  if (!fellBack(member, hash)) return 'between'
  return isPaused || member.failed.at <= resumedAt ? 'well' : 'wrong'
}

const isProven = (member: Member, hash: AgentHash, now: number) =>
  member.hash === hash &&
  member.settledAt !== null &&
  now - member.settledAt >= PROVEN_MS &&
  now - member.seenAt < HERE_MS

/** A tenth of the machines, at least one. The same ones for a version each time, and other ones for another. */
export function tenthOf(hash: AgentHash, members: readonly Member[]): readonly Member[] {
  const rankOf = ({ id }: Member) => createHash('sha256').update(`${hash} ${id}`).digest('hex')
  return members
    .map((member) => ({ member, rank: rankOf(member) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, Math.ceil(members.length / 10))
    .map(({ member }) => member)
}

/** `failed`: it has failed, and nobody has asked for it again. `now`: somebody wants it now. `turn`: in its next quiet hour. */
export type Turn = 'current' | 'failed' | 'now' | 'turn' | 'waits'

/** @param members all machines of the organisation, if the tenth is due */
export const turnOf = (hash: AgentHash, rollout: Rollout, member: Member, members: readonly Member[]): Turn =>
  turnAmong(hash, rollout, member, () => new Set(tenthOf(hash, members)))

/** The machines whose turn it is. @param isQuiet called for those that wait for a quiet hour */
export async function listDue<One extends Member>(
  hash: AgentHash,
  rollout: Rollout,
  members: readonly One[],
  isQuiet: (member: One) => Promise<boolean>,
): Promise<One[]> {
  let tenth: ReadonlySet<Member> | undefined
  const findTenth = () => {
    tenth ??= new Set(tenthOf(hash, members))
    return tenth
  }
  const due: One[] = []
  for (const member of members) {
    const turn = turnAmong(hash, rollout, member, findTenth)
    if (turn === 'now' || (turn === 'turn' && (await isQuiet(member)))) due.push(member)
  }
  return due
}

/** True if the turns of a version depend on which machines are the tenth. */
export const needsTenth = (hash: AgentHash, rollout: Rollout): boolean =>
  rollout.hash === hash && rollout.stage === 'tenth'

function turnAmong(hash: AgentHash, rollout: Rollout, member: Member, findTenth: () => ReadonlySet<Member>): Turn {
  if (member.hash === hash) return 'current'
  if (hasFailed(member, hash)) return 'failed'
  if (member.askedHash === hash) return 'now'
  if (rollout.hash !== hash || rollout.isPaused || rollout.stoppedId !== null) return 'waits'
  switch (rollout.stage) {
    case 'waiting':
      return 'waits'
    case 'trial':
      return member.id === rollout.trialId ? 'turn' : 'waits'
    case 'tenth':
      return member.id === rollout.trialId || findTenth().has(member) ? 'turn' : 'waits'
    case 'all':
      return 'turn'
  }
}

/** The hours in which a display that never closes is disturbed least, by the clock at the display. */
const NIGHT = { from: 3, until: 5 }
const WEEK_MS = 7 * 24 * 60 * 60_000

/**
 * True if few people look at a screen: its display is closed, or it does not close within a week and it is night there.
 *
 * @param opening undefined: its display has no opening hours
 * @param isCovered a take-over covers its display
 */
export function isQuiet(opening: Stretch | undefined, timeZone: string, isCovered: boolean, now: number): boolean {
  if (isCovered) return false
  if (opening && !opening.isOn) return true
  if (opening && opening.until - now <= WEEK_MS) return false
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))
  return hour >= NIGHT.from && hour < NIGHT.until
}
