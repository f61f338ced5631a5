import { randomUUID } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { hasOrganisations } from '../../platform/organisations/service.ts'
import { ensureInstallationId, findInstallationId } from './ownership.store.ts'

// A file that no row names is removed one day. So a database must be sure that the files are its own: its id stands in it and
// beside the files, and where the two differ nothing is removed and nothing is started.

/** The stored files are not this database's. Its message says what to do. */
export class ForeignFiles extends Error {}

/** `nobodys`: without an owner; of somebody who has the rows of an installation they may be taken over without a word. */
type Ownership = 'own' | 'nobodys' | 'foreign'

export async function readOwnership({ database, files }: Pick<Context, 'database' | 'files'>): Promise<Ownership> {
  const [own, owner] = [await findInstallationId(database.queries), await files.owner()]
  if (owner === undefined) return 'nobodys'
  return owner === own ? 'own' : 'foreign'
}

/**
 * Makes sure, before anything is stored or removed, that database and files belong together. Nodes that start together
 * agree. Files of an installation from before owners were written down become its own, without a word.
 *
 * @throws ForeignFiles for a new database beside files of before, and for files of another installation
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

/** The files are this database's from now on, whoever's they were. */
export async function adoptFiles({ database, files }: Pick<Context, 'database' | 'files'>): Promise<void> {
  // The database first: what is cut off between the two is done again by the next start.
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
    ? `The database is new, and ${where} has files already, which it would remove.`
    : `The files in ${where} belong to another installation than the database.`
  return [
    `${what} Nothing was changed.`,
    `Put back the database ("placard restore FILE${config.databaseUrl ? '' : ' --replace'}"), or name the right one in ${database}${config.s3 ? ' or the right bucket in S3_BUCKET' : ''}.`,
    'If these files are to be this database’s, run "placard media adopt": those that it does not name are then removed little by little.',
  ].join(' ')
}
