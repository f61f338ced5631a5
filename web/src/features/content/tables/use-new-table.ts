import type { OrganisationId, TableId } from '@placard/contract'
import { guessTable, TableFileError } from '@placard/table-files'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { askTablesAnew } from '../../../platform/api/tables.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { languageHere } from './language-here.ts'
import { randomColumnId } from './random-column-id.ts'

/** Makes a table from a file, or from cells that were pasted. Types and names of its columns follow the cells. */
export function useNewTable(organisationId: OrganisationId, onMade: (id: TableId) => void) {
  const { t } = useI18n()
  const client = useQueryClient()
  const notice = useNotice()
  const { run, isBusy } = useDoing<'make'>()

  const make = async (texts: readonly string[][], name: string) => {
    const language = languageHere()
    const guessed = guessTable(texts, language, (number) => t('tables.column-name', { number }))
    if (guessed.columns.length === 0) throw new TableFileError('empty')
    const columns = guessed.columns.map((column) => ({ ...column, id: randomColumnId() }))
    const rows = guessed.rows.map((line) => ({
      cells: Object.fromEntries(line.flatMap((text, at) => (text === '' ? [] : [[columns[at]?.id ?? '', text]]))),
    }))
    const { table } = await call('createTable', { params: { organisationId }, body: { name, language, columns, rows } })
    await askTablesAnew(client, organisationId)
    onMade(table.id)
  }

  const attempt = (work: () => Promise<void>) =>
    run('make', async () => {
      try {
        await work()
      } catch (error) {
        console.error('making a table failed', error)
        notice('error', error instanceof TableFileError ? t(`tables.file.${error.problem}`) : errorInWords(error, t))
      }
    })

  return {
    isBusy,
    fromFile: (file: File) =>
      attempt(async () => {
        const { readTableFile } = await import('./files/read-table-file.ts')
        const texts = await readTableFile(file, languageHere())
        await make(texts, file.name.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || t('tables.pasted-name'))
      }),
    fromText: (text: string) =>
      attempt(async () => {
        const { readSeparated } = await import('./files/csv.ts')
        await make(readSeparated(text, text.includes('\t') ? '\t' : undefined), t('tables.pasted-name'))
      }),
  }
}
