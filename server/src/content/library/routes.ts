import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
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
  api.handle('getLibrary', ({ params, caller }) => readLibrary(context, params.organisationId, caller))
  api.handle('listLibraryFiles', ({ params, caller, query }) =>
    listLibraryFiles(context, params.organisationId, caller, query),
  )
  api.handle('getLibraryFile', ({ params, caller }) =>
    getLibraryFile(context, params.organisationId, caller, params.mediaId),
  )
  api.handle('findKnownFile', async ({ params, caller, query }) => ({
    file: await findKnownFile(context, params.organisationId, caller, query.sha256),
  }))
  api.handle('addLibraryFile', ({ params, caller, body }) =>
    addLibraryFile(context, params.organisationId, caller, body),
  )
  api.handle('updateLibraryFile', ({ params, caller, body }) =>
    updateLibraryFile(context, params.organisationId, caller, params.mediaId, body),
  )
  api.handle('labelLibraryFiles', async ({ params, caller, body }) => {
    await labelLibraryFiles(context, params.organisationId, caller, body)
    return undefined
  })
  api.handle('putLibraryFiles', (call) => putLibraryFiles(context, call, call.params.organisationId, call.body))
  api.handle('replaceLibraryFile', (call) =>
    replaceLibraryFile(context, call, call.params.organisationId, call.params.mediaId, call.body.by),
  )
  api.handle('removeLibraryFiles', (call) => removeLibraryFiles(context, call, call.params.organisationId, call.body))
  api.handle('bringBackLibraryFiles', async ({ params, caller, body }) => {
    await bringBackLibraryFiles(context, params.organisationId, caller, body.ids)
    return undefined
  })
}
