import { Skeleton } from '@mantine/core'
import type { FileUse, LibraryFile, OrganisationId } from '@placard/contract'
import { useQueries } from '@tanstack/react-query'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { isHolding, Places } from './places.tsx'
import { fileOf } from './use-library.ts'
import { useRemoveFiles } from './use-remove-files.ts'

type Props = {
  organisationId: OrganisationId
  files: readonly LibraryFile[]
  pathTo: (place: FileUse) => string | undefined
  onRemoved: () => void
  onClose: () => void
}

/** LB3: lists the places that show the files, and removes the files there. */
export default function RemoveFiles({ organisationId, files, pathTo, onRemoved, onClose }: Props) {
  const { t } = useI18n()
  const remove = useRemoveFiles(organisationId)
  const asked = useQueries({ queries: files.map(({ id }) => fileOf(organisationId, id)) })
  const known = asked.flatMap(({ data }) => data ?? [])
  const isKnown = known.length === files.length
  const places = known.flatMap((file) => file.places)
  const elsewhere = known.reduce((sum, file) => sum + file.elsewhere, 0)
  const isShown = places.length + elsewhere > 0
  const isKept = places.some(isHolding)
  const failed = asked.some(({ isError }) => isError)
  return (
    <DecideDialog
      question={t('library.remove-question', { count: files.length })}
      confirmLabel={t(isShown ? 'library.remove-everywhere' : 'library.remove')}
      danger
      ready={isKnown && !isKept}
      work={async () => {
        await remove(
          files.map(({ id }) => id),
          { everywhere: isShown },
        )
        onRemoved()
      }}
      onClose={onClose}
    >
      {files.length === 1 && (
        <p className={panel.subject} dir="auto">
          {files[0]?.name || t('library.unnamed')}
        </p>
      )}
      {!isKnown && !failed && <Skeleton height="4rem" radius="md" />}
      {failed && <p>{t('library.places-unknown')}</p>}
      {isKnown && (
        <>
          <p>{t(isKept ? 'library.remove-kept' : isShown ? 'library.remove-shown' : 'library.remove-unused')}</p>
          {isShown && <Places file={{ places, elsewhere }} pathTo={pathTo} />}
        </>
      )}
    </DecideDialog>
  )
}
