import { setTimeout as wait } from 'node:timers/promises'
import { type OrganisationId, type ProgrammeId, type ProgrammeKey, programmeKeyOf, ROLES } from '@placard/contract'
import { mayChange } from '../../content/programmes/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { findOrganisation, lockOrganisation } from '../../platform/organisations/service.ts'
import { listMemberships } from '../members/service.ts'
import { answerMail, waitingMail } from './mails.ts'
import * as store from './store.ts'

/** Proposals within a minute share one mail; those that follow soon are in the next. */
const GATHERED_MS = 60_000
const AGAIN_AFTER_MS = 10 * 60_000
const LOOKED_EVERY_MS = 15_000
/** Time that a node has to send a mail. If the node crashes, the mail is due again after this. */
const CLAIMED_MS = 5 * 60_000
const AT_ONCE = 20
/** About a day in total. The page shows the proposals anyway. */
const MOST_TRIES = 9
const CLOSE_MS = 1_500

/** The time at which editors are notified of a proposal made now. */
export async function tellAtOf(queries: Queries, key: ProgrammeKey, now: number): Promise<number> {
  const last = await store.findLastProposedAt(queries, key, now - AGAIN_AFTER_MS)
  return now + (last === null ? GATHERED_MS : AGAIN_AFTER_MS)
}

export type ProposalPost = {
  /** Sends what is due. Several nodes may do this at once. */
  deliver(): Promise<void>
  close(): Promise<void>
}

/** Mails editors about waiting proposals, and proposers about decisions. */
export function createProposalPost(context: Context): ProposalPost {
  const { config, database, log, mailer, now } = context
  const { queries } = database
  const { publicUrl } = config

  const nextAfter = (tries: number) => (tries >= MOST_TRIES ? null : now() + 2 ** tries * 60_000)

  /** The maker of the link, if they may decide; otherwise the owners. */
  async function readersOf(organisationId: OrganisationId, rows: readonly store.StoredProposal[]) {
    const members = (await listMemberships(queries, organisationId)).filter(({ account }) => account === 'active')
    const makers = await store.findMakers(
      queries,
      rows.flatMap(({ link_id }) => link_id ?? []),
    )
    const readers = new Map<string, store.StoredProposal[]>()
    for (const row of rows) {
      const key = programmeKeyOf(organisationId, row.programme_id as ProgrammeId)
      const maker = members.find(
        (one) =>
          one.email === makers.get(row.link_id ?? '') &&
          ROLES.indexOf(one.role) >= ROLES.indexOf('editor') &&
          mayChange(one, key),
      )
      const told = maker ? [maker] : members.filter(({ role }) => role === 'owner')
      for (const { email } of told) readers.set(email, [...(readers.get(email) ?? []), row])
    }
    return readers
  }

  async function tellOf(organisationId: OrganisationId): Promise<void> {
    const organisation = await findOrganisation(queries, organisationId)
    // Of several nodes, one takes all of them, so that they are in one mail.
    const taken = await database.transaction(async (inside) => {
      await lockOrganisation(inside, organisationId)
      const untold = await store.listUntold(inside, organisationId, now())
      for (const row of untold) {
        await store.claim(inside, { id: row.id, at: row.tell_at }, 'tell_at', now() + CLAIMED_MS)
      }
      return untold
    })
    const ids = taken.map(({ id }) => id)
    if (publicUrl === undefined || !mailer.enabled || !organisation || organisation.suspendedAt !== null) {
      return store.settleTelling(queries, ids, 'tell_at', null)
    }
    let next: number | null = null
    for (const [email, rows] of await readersOf(organisationId, taken)) {
      const told = rows.map(({ title, name, programmeName }) => ({ title, name, where: programmeName }))
      await mailer.deliver(waitingMail(email, told, publicUrl), 'proposals-wait').catch(() => {
        next = nextAfter(Math.max(...rows.map(({ tries }) => tries)))
      })
    }
    await store.settleTelling(queries, ids, 'tell_at', next)
  }

  async function answer(row: store.StoredProposal): Promise<void> {
    const claimed = await store.claim(queries, { id: row.id, at: row.answer_at }, 'answer_at', now() + CLAIMED_MS)
    if (!claimed) return
    const organisation = await findOrganisation(queries, row.organisation_id as OrganisationId)
    const { email, state, word, last_day: lastDay } = row
    if (!organisation || email === null || (state !== 'approved' && state !== 'refused') || !mailer.enabled) {
      return store.settleTelling(queries, [row.id], 'answer_at', null)
    }
    const mail = answerMail(email, { organisation: organisation.name, state, word, lastDay })
    const next = await mailer.deliver(mail, `proposal-${state}`).then(
      () => null,
      () => nextAfter(row.tries),
    )
    await store.settleTelling(queries, [row.id], 'answer_at', next)
  }

  async function deliver(): Promise<void> {
    for (const organisationId of await store.listToTell(queries, now())) await tellOf(organisationId)
    for (const row of await store.listToAnswer(queries, now(), AT_ONCE)) await answer(row)
  }

  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= deliver()
      .catch((error) => log.error({ err: error }, 'emails about proposals could not be sent'))
      .finally(() => {
        underWay = undefined
      })
  }, LOOKED_EVERY_MS)
  timer.unref()

  return {
    deliver,
    async close() {
      clearInterval(timer)
      if (underWay) await Promise.race([underWay, wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
