import { MediaId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import {
  AddLibraryFile,
  BringBackLibraryFiles,
  KnownFile,
  KnownFileQuery,
  LabelLibraryFiles,
  Library,
  LibraryChanged,
  LibraryFile,
  LibraryFileAdded,
  LibraryFileUses,
  LibraryPage,
  LibraryQuery,
  LibraryReplaced,
  PutLibraryFiles,
  RemoveLibraryFiles,
  ReplaceLibraryFile,
  UpdateLibraryFile,
} from '../library.ts'

const LIBRARY = `${ORGANISATION}/library` as const
const FILES = `${LIBRARY}/files` as const
const FILE = `${FILES}/:mediaId` as const
const file = organisation.extend({ mediaId: MediaId })

export const LIBRARY_ROUTES = {
  getLibrary: {
    method: 'GET',
    path: LIBRARY,
    access: 'viewer',
    params: organisation,
    response: Library,
  },
  /** Newest first, in pages. */
  listLibraryFiles: {
    method: 'GET',
    path: FILES,
    access: 'viewer',
    params: organisation,
    query: LibraryQuery,
    response: LibraryPage,
  },
  /** Callers who are limited to some displays see the places on these, and only the number of the others. */
  getLibraryFile: {
    method: 'GET',
    path: FILE,
    access: 'viewer',
    params: file,
    response: LibraryFileUses,
  },
  /** Looks up a file by its hash before it is uploaded. */
  findKnownFile: {
    method: 'GET',
    path: `${LIBRARY}/known-files`,
    access: 'editor',
    params: organisation,
    query: KnownFileQuery,
    response: KnownFile,
  },
  addLibraryFile: {
    method: 'POST',
    path: FILES,
    access: 'editor',
    params: organisation,
    body: AddLibraryFile,
    response: LibraryFileAdded,
  },
  updateLibraryFile: {
    method: 'PATCH',
    path: FILE,
    access: 'editor',
    params: file,
    body: UpdateLibraryFile,
    response: LibraryFile,
  },
  labelLibraryFiles: {
    method: 'POST',
    path: `${LIBRARY}/labels`,
    access: 'editor',
    params: organisation,
    body: LabelLibraryFiles,
    response: 'none',
  },
  /** All of them or none. */
  putLibraryFiles: {
    method: 'POST',
    path: `${LIBRARY}/placements`,
    access: 'editor',
    params: organisation,
    body: PutLibraryFiles,
    response: LibraryChanged,
  },
  /** On all displays, in all playlists and in all cells of tables, or nowhere. */
  replaceLibraryFile: {
    method: 'POST',
    path: `${FILE}/replacement`,
    access: 'editor',
    params: file,
    body: ReplaceLibraryFile,
    response: LibraryReplaced,
  },
  /** From all displays and playlists, or from none. The files can be restored for 30 days. */
  removeLibraryFiles: {
    method: 'POST',
    path: `${LIBRARY}/removals`,
    access: 'editor',
    params: organisation,
    body: RemoveLibraryFiles,
    response: LibraryChanged,
  },
  bringBackLibraryFiles: {
    method: 'POST',
    path: `${LIBRARY}/bring-back`,
    access: 'editor',
    params: organisation,
    body: BringBackLibraryFiles,
    response: 'none',
  },
} as const satisfies Routes

export const LIBRARY_DETAILS = {
  getLibrary: {
    summary: 'Returns the number of files in the library, their labels, and the used storage.',
    errors: [],
  },
  listLibraryFiles: {
    summary: 'Lists the stored files of the organisation in pages, newest first.',
    errors: [],
  },
  getLibraryFile: {
    summary: 'Returns a stored file with the places that show it.',
    errors: ['media-not-found'],
  },
  findKnownFile: {
    summary: 'Finds the file for given bytes, so that they do not have to be uploaded again.',
    errors: [],
  },
  addLibraryFile: {
    summary: 'Adds an uploaded file to the library, or returns the existing file with the same bytes.',
    errors: ['media-not-found'],
    takes: ['Idempotency-Key'],
  },
  updateLibraryFile: {
    summary: 'Changes the name, the labels or the alternative text of a file.',
    errors: ['media-not-found', 'name-missing', 'file-used-elsewhere'],
    takes: ['Idempotency-Key'],
  },
  labelLibraryFiles: {
    summary: 'Adds labels to several files, or removes labels from them.',
    errors: ['media-not-found', 'name-missing', 'too-long', 'file-used-elsewhere'],
    takes: ['Idempotency-Key'],
  },
  putLibraryFiles: {
    summary: 'Adds stored files to several displays and playlists at once: to all of them or none.',
    errors: [
      'media-not-found',
      'display-not-found',
      'playlist-not-found',
      'display-too-full',
      'too-many-items',
      'too-many-deck-pages',
    ],
    takes: ['Idempotency-Key'],
  },
  replaceLibraryFile: {
    summary: 'Replaces a file with another one in all of its places.',
    errors: [
      'media-not-found',
      'file-of-other-kind',
      'file-used-elsewhere',
      'table-too-large',
      'display-too-full',
      'addresses-too-long',
      'too-many-items',
      'too-many-deck-pages',
    ],
    takes: ['Idempotency-Key'],
  },
  removeLibraryFiles: {
    summary: 'Removes files from the library, and from all displays and playlists.',
    errors: [
      'media-not-found',
      'file-in-use',
      'file-is-logo',
      'file-in-take-over',
      'file-in-corner',
      'file-in-table',
      'file-used-elsewhere',
    ],
    takes: ['Idempotency-Key'],
  },
  bringBackLibraryFiles: {
    summary: 'Restores removed files to the library.',
    errors: ['file-gone'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof LIBRARY_ROUTES>
