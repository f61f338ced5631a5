import { TokenId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { ApiToken, CreateToken, TokenCreated } from '../token.ts'

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
    status: 200,
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
    status: 201,
  },
  /** Takes effect with the token's next request. Its open streams end at once. */
  removeToken: {
    method: 'DELETE',
    path: `${TOKENS}/:tokenId`,
    access: 'owner',
    person: true,
    params: token,
    response: 'none',
    status: 204,
  },
} as const satisfies Routes

export const TOKEN_DETAILS = {
  listTokens: {
    tag: 'Tokens',
    summary: 'Lists the API tokens of the organisation.',
    errors: [],
  },
  createToken: {
    tag: 'Tokens',
    summary: 'Creates an API token. Its secret is returned only once.',
    errors: ['too-many-tokens', 'name-missing'],
  },
  removeToken: {
    tag: 'Tokens',
    summary: 'Revokes an API token.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof TOKEN_ROUTES>
