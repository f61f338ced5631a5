import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_PROPOSAL_BYTES, pathOf } from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../content/activity/service.ts'
import { requireHeldRoom, sumHeldBytes, type Uploader } from '../../content/media/service.ts'
import { keyOf } from '../../content/programmes/service.ts'
import type { Uploads } from '../../content/uploads/service.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { goneSignal } from '../../platform/http/gone-signal.ts'
import { networkOf } from '../../platform/network.ts'
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts'
import { approveProposal, refuseProposal, takeBackProposal } from './decide.ts'
import {
  createProposalLink,
  findOrganisationOfLink,
  readProposalLink,
  requireLink,
  withdrawProposalLink,
} from './links.ts'
import { type Proposer, propose, requireMayPropose, SOMEBODY, uploaderFor } from './propose.ts'
import { ensureHolder, readHolder } from './proposer.ts'
import { getProposals, updateProposalChoice } from './service.ts'
import { keyOfRow, memberHolder } from './shape.ts'

/** Enough for a school class behind one address, but not for a program. */
const PROPOSALS = { atOnce: 30, everyMs: 20_000, names: 10_000 }
/** Enough for the pages of two documents. */
const PICTURES = { atOnce: 400, everyMs: 500, names: 10_000 }
/** For pages that poll the state. */
const OFFERS = { atOnce: 120, everyMs: 500, names: 10_000 }
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export type ProposalLimits = { proposals: RateLimit; pictures: RateLimit; offers: RateLimit }

export const createProposalLimits = (): ProposalLimits => ({
  proposals: createRateLimit(PROPOSALS),
  pictures: createRateLimit(PICTURES),
  offers: createRateLimit(OFFERS),
})

/** @throws AppError too-many-requests, for the link or for the network of the client */
function take(limit: RateLimit, names: readonly string[], now: number): void {
  for (const name of names) {
    const waitMs = limit.take(name, now)
    if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
  }
}

export function proposalRoutes(api: Api, context: Context, limits: ProposalLimits): void {
  api.handle('getProposals', ({ caller }) => getProposals(context, caller))
  api.handle('createProposalLink', ({ caller, params, body }) =>
    createProposalLink(context, caller, keyOf(params), body),
  )
  api.handle('withdrawProposalLink', async ({ caller, params, body }) => {
    await withdrawProposalLink(context, caller, params.linkId, body.waiting)
    return undefined
  })
  api.handle('approveProposal', ({ caller, params, body, request }) =>
    approveProposal(context, caller, params.proposalId, body, request),
  )
  api.handle('refuseProposal', ({ caller, params, body }) => refuseProposal(context, caller, params.proposalId, body))
  api.handle('updateProposalChoice', ({ caller, body }) => updateProposalChoice(context, caller, body))

  api.handle('takeBackProposal', ({ caller, params }) =>
    takeBackProposal(context, caller.organisationId, params.proposalId, memberHolder(caller), actorOf(caller)),
  )
  api.handle('propose', async ({ caller, params, body, commandKey }) => {
    const key = keyOf(params)
    await requireMayPropose(context, caller, key)
    const holder = memberHolder(caller)
    take(limits.proposals, [holder], context.now())
    const { email } = caller
    const proposer: Proposer = { holder, name: email, email, signedInAs: email, link: null, actor: actorOf(caller) }
    return propose(context, proposer, key, body, commandKey?.key)
  })

  api.handle('readProposalLink', async ({ body, request, reply }) => {
    take(limits.offers, [networkOf(request.ip)], context.now())
    return readProposalLink(context, body.token, ensureHolder(context, request, reply))
  })
  api.handle('takeBackSentProposal', async ({ body, caller, request }) => {
    take(limits.offers, [networkOf(request.ip)], context.now())
    const organisationId = await findOrganisationOfLink(context, body.token)
    const isMember = caller?.organisationId === organisationId && caller.token === undefined
    const actor = isMember ? actorOf(caller) : SOMEBODY
    return takeBackProposal(context, organisationId, body.proposalId, requireHolder(context, request), actor)
  })
  api.handle('sendProposal', async ({ body, caller, commandKey, request }) => {
    const { link, organisation } = await requireLink(context, context.database.queries, body.token)
    take(limits.proposals, [link.id, networkOf(request.ip)], context.now())
    const isMember = caller?.organisationId === organisation.id && caller.token === undefined
    const proposer: Proposer = {
      holder: requireHolder(context, request),
      name: body.name,
      email: body.email,
      signedInAs: isMember ? caller.email : null,
      link,
      actor: isMember ? actorOf(caller) : { kind: 'unknown', id: null, email: body.email ?? '' },
    }
    return propose(context, proposer, keyOfRow(link), body, commandKey?.key)
  })
}

/** @throws AppError proposal-link-not-valid */
function tokenOf(headers: FastifyRequest['headers']): string {
  const token = headers['proposal-link']
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new AppError('proposal-link-not-valid')
  return token
}

/** @throws AppError proposal-link-not-valid: a proposer must have opened the link's page before */
function requireHolder(context: Context, request: FastifyRequest): string {
  const holder = readHolder(context, request)
  if (holder === undefined) throw new AppError('proposal-link-not-valid')
  return holder
}

/** @param scope a separate scope: only in it may a body be a picture */
export function proposalPictureRoutes(
  scope: FastifyInstance,
  api: Api,
  context: Context,
  limits: ProposalLimits,
  uploads: Uploads,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...IMAGE_TYPES],
    { parseAs: 'buffer', bodyLimit: MAX_IMAGE_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.setErrorHandler((error: { code?: string }) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw new AppError('file-too-large')
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new AppError('not-an-image')
    throw error
  })

  // Checked before any part of the picture is read.
  scope.addHook('onRequest', async ({ headers, routeOptions: { url } }) => {
    if (url === pathOf('sendProposalPicture', {}))
      await requireLink(context, context.database.queries, tokenOf(headers))
  })

  /** Stores a picture like any other, but held for its sender. */
  async function keep(uploader: Uploader, holder: string, request: FastifyRequest, reply: FastifyReply) {
    const sent = request.body
    if (!(sent instanceof Uint8Array) || sent.byteLength === 0) throw new AppError('file-missing')
    const { queries } = context.database
    const held = await sumHeldBytes(queries, holder)
    // Files that are not proposed yet are limited as well.
    if (held + sent.byteLength > MAX_PROPOSAL_BYTES + MAX_IMAGE_BYTES) throw new AppError('file-too-large')
    // Other browsers with the same link share this room. Checked before the picture is processed.
    await requireHeldRoom(queries, uploader, sent.byteLength, context.now())
    const gone = goneSignal(reply)
    const { id, url, width, height } = await uploads.keep(uploader, sent, gone)
    return { id, url, width, height }
  }

  api.handle('uploadProposalPicture', async ({ caller, request, reply }) => {
    const holder = memberHolder(caller)
    take(limits.pictures, [holder], context.now())
    return keep(uploaderFor(caller.organisationId, holder), holder, request, reply)
  })
  api.handle('sendProposalPicture', async ({ request, reply }) => {
    const { link, organisation } = await requireLink(context, context.database.queries, tokenOf(request.headers))
    take(limits.pictures, [link.id, networkOf(request.ip)], context.now())
    const holder = requireHolder(context, request)
    return keep(uploaderFor(organisation.id, holder, link.id), holder, request, reply)
  })
}
