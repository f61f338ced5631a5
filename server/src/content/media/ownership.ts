import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { hasOrganisations } from '../../platform/organisations/service.ts'
import { ensureInstallationId, findInstallationId } from './ownership.store.ts'

// Files without a row are removed eventually. So a database must be sure that the files are its own: the installation's id is
// stored both in the database and beside the files. If the two differ, nothing is removed and the server does not start.

/** The stored files belong to another database. The message tells the operator what to do. */
export class ForeignFiles extends Error {}

/** `nobodys`: the files have no owner. A database that already has organisations may adopt them without confirmation. */
type Ownership = 'own' | 'nobodys' | 'foreign'

export async function readOwnership({ database, files }: Pick<Context, 'database' | 'files'>): Promise<Ownership> {
  const [own, owner] = [await findInstallationId(database.queries), await files.owner()]
  if (owner === undefined) return 'nobodys'
  return owner === own ? 'own' : 'foreign'
}

/**
 * Checks, before anything is stored or removed, that the database and the files belong together. Safe if several nodes start at
 * once. Files of an installation from before owners were stored are adopted.
 *
 * @throws ForeignFiles for a new database with existing files, and for files of another installation
 */
export function claimFiles(context: Context): Promise<void> {
  return context.database.alone(async () => {
    const ownership = await readOwnership(context)
    if (ownership === 'own') return
    const isNew = !(await hasOrganisations(context))
    if (ownership === 'foreign' || (isNew && (await hasFiles(context)))) {
      throw new ForeignFiles(sentenceOf(context, isNew))
    }
    await adoptFiles(context)
  })
}

/** Makes this database the owner of the files, whoever owned them before. */
export async function adoptFiles({ database, files }: Pick<Context, 'database' | 'files'>): Promise<void> {
  // The database comes first: if this is interrupted, the next start repeats it.
  await files.setOwner(await ensureInstallationId(database.queries, randomUUID()))
}

async function hasFiles({ files }: Pick<Context, 'files'>): Promise<boolean> {
  for await (const _ of files.listOlderThan(Number.POSITIVE_INFINITY)) return true
  return false
}

function sentenceOf({ config }: Context, isNew: boolean): string {
  const where = config.s3 ? `the bucket ${config.s3.bucket}` : `${config.dataDir}/media`
  const database = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  const what = isNew
    ? `The database is new, but ${where} contains files, which it would remove.`
    : `The files in ${where} belong to another installation.`
  return [
    `${what} Nothing was changed.`,
    `Restore the database ("placard restore FILE${config.databaseUrl ? '' : ' --replace'}"), or set the right one in ${database}${config.s3 ? ' or the right bucket in S3_BUCKET' : ''}.`,
    'To assign these files to this database, run "placard media adopt". Files that the database does not use are then removed gradually.',
  ].join(' ')
}
