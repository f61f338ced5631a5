import { Skeleton } from '@mantine/core'
import type { Display } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

/** AC9: first says what else is removed with the display, and removes no more than that. */
export default function RemoveDisplay({ display, onClose }: { display: Display; onClose: () => void }) {
  const { t } = useI18n()
  const notice = useNotice()
  const { organisationId, id, name } = display
  const params = { organisationId, displayId: id }
  const contents = useQuery({
    queryKey: ['display-contents', organisationId, id],
    queryFn: ({ signal }) => call('getDisplayContents', { params, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error } = contents

  const remove = async (revision: number) => {
    try {
      await call('removeDisplay', { params, ifMatch: revision })
    } catch (cause) {
      if (codeOf(cause) === 'changed-meanwhile') await contents.refetch()
      throw cause
    }
    notice('success', t('display.removed', { name }))
    await renewSession()
  }

  return (
    <DecideDialog
      question={t('display.remove-question')}
      confirmLabel={t('display.remove')}
      danger
      typed={{ label: t('display.remove-type', { id }), value: id }}
      ready={data !== undefined}
      work={async () => data && remove(data.revision)}
      words={({ code }) => (code === 'changed-meanwhile' ? t('display.remove-changed') : undefined)}
      onClose={onClose}
    >
      <strong dir="auto">{name}</strong>
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!data && !error && (
        <p role="status" aria-label={t('display.remove-counting')}>
          <Skeleton height="3rem" />
        </p>
      )}
      {data && <p>{t('display.remove-effect', { items: data.items, lines: data.lines, files: data.files })}</p>}
      {data && data.people > 0 && <p>{t('display.remove-people', { count: data.people })}</p>}
    </DecideDialog>
  )
}
