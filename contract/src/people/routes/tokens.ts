import { TokenId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { ApiToken, AssistantAccess, CreateToken, TokenCreated } from '../token.ts'

const token = organisation.extend({ tokenId: TokenId })

const TOKENS = `${ORGANISATION}/tokens`

export const TOKEN_ROUTES = {
  /** The tokens that are still valid, newest first. */
  listTokens: {
    method: 'GET',
    path: TOKENS,
    access: 'owner',
    person: true,
    params: organisation,
    response: z.array(ApiToken),
  },
  /** Creates a token. `too-many-tokens`, `display-not-found` */
  createToken: {
    method: 'POST',
    path: TOKENS,
    access: 'owner',
    person: true,
    params: organisation,
    body: CreateToken,
    response: TokenCreated,
    creates: true,
  },
  /** Takes effect with the token's next request. Its open streams end at once. */
  removeToken: {
    method: 'DELETE',
    path: `${TOKENS}/:tokenId`,
    access: 'owner',
    person: true,
    params: token,
    response: 'none',
  },
  getAssistantAccess: {
    method: 'GET',
    path: `${ORGANISATION}/assistants`,
    access: 'owner',
    person: true,
    params: organisation,
    response: AssistantAccess,
  },
} as const satisfies Routes

export const TOKEN_DETAILS = {
  listTokens: {
    summary: 'Lists the API tokens of the organisation.',
    errors: [],
  },
  createToken: {
    summary: 'Creates an API token. Its secret is returned only once.',
    errors: ['too-many-tokens', 'name-missing', 'table-not-found'],
  },
  removeToken: {
    summary: 'Revokes an API token.',
    errors: [],
  },
  getAssistantAccess: {
    summary: 'Tells where assistants reach this server with an API token.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof TOKEN_ROUTES>
