import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import { putLibraryFiles, removeLibraryFiles, replaceLibraryFile } from './commands.ts'
import {
  addLibraryFile,
  bringBackLibraryFiles,
  findKnownFile,
  getLibraryFile,
  labelLibraryFiles,
  listLibraryFiles,
  readLibrary,
  updateLibraryFile,
} from './service.ts'

export function libraryRoutes(api: Api, context: Context): void {
  api.handle('getLibrary', ({ params }) => readLibrary(context, params.organisationId))
  api.handle('listLibraryFiles', ({ params, caller, query }) =>
    listLibraryFiles(context, params.organisationId, caller, query),
  )
  api.handle('getLibraryFile', ({ params, caller }) =>
    getLibraryFile(context, params.organisationId, caller, params.mediaId),
  )
  api.handle('findKnownFile', async ({ params, query }) => ({
    file: await findKnownFile(context, params.organisationId, query.sha256),
  }))
  api.handle('addLibraryFile', ({ params, body }) => addLibraryFile(context, params.organisationId, body))
  api.handle('updateLibraryFile', ({ params, caller, body }) =>
    updateLibraryFile(context, params.organisationId, caller, params.mediaId, body),
  )
  api.handle('labelLibraryFiles', async ({ params, body }) => {
    await labelLibraryFiles(context, params.organisationId, body)
    return undefined
  })
  api.handle('putLibraryFiles', (call) => putLibraryFiles(context, call, call.params.organisationId, call.body))
  api.handle('replaceLibraryFile', (call) =>
    replaceLibraryFile(context, call, call.params.organisationId, call.params.mediaId, call.body.by),
  )
  api.handle('removeLibraryFiles', (call) => removeLibraryFiles(context, call, call.params.organisationId, call.body))
  api.handle('bringBackLibraryFiles', async ({ params, body }) => {
    await bringBackLibraryFiles(context, params.organisationId, body.ids)
    return undefined
  })
}
