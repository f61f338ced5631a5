import { z } from '../zod.ts'
import type { DetailsOf, Routes } from './shape.ts'

export const SERVER_ROUTES = {
  /** The server's clock in milliseconds since 1970. Players use it to estimate their clock's offset. */
  getTime: {
    method: 'GET',
    path: '/api/time',
    access: 'public',
    response: z.object({ at: z.int() }),
  },
  /** This table as an OpenAPI 3.1 document, for programs and for the page of the API documentation. */
  getApiDocument: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    response: z.looseObject({ openapi: z.string() }),
  },
} as const satisfies Routes

export const SERVER_DETAILS = {
  getTime: {
    summary: 'Returns the time of the server.',
    errors: [],
    precedence: 'playing',
    ofScreen: true,
  },
  getApiDocument: {
    tag: 'Documentation',
    summary: 'This document, in OpenAPI 3.1.',
    errors: [],
    takes: ['If-None-Match'],
    tells: ['ETag'],
  },
} as const satisfies DetailsOf<typeof SERVER_ROUTES>
