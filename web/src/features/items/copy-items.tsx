import { Skeleton } from '@mantine/core'
import { type Display, DisplayId, type DisplayKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { z } from 'zod'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import styles from './copy-items.module.css'

const Body = z.object({ displays: z.array(DisplayId) })

type Props = {
  /** The one that they are on. */
  display: DisplayKey
  count: number
  /** Their titles. */
  name: string
  /** @throws ApiError; its field names the display that refused as `displays.<index>` */
  save: (displays: DisplayId[]) => Promise<unknown>
  onClose: () => void
}

/** CP7: some items elsewhere too, on all of the chosen displays or on none. */
export default function CopyItems({ display, count, name, save, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { organisationId, displayId } = display
  const { data, error } = useQuery({
    queryKey: ['displays', organisationId],
    queryFn: ({ signal }) => call('listDisplays', { params: { organisationId }, signal }),
  })
  const containers = t('select.containers', { count })
  const leadId = useId()

  /** In the order in which the server was told, and names them. */
  const sent = useRef<readonly DisplayId[]>([])

  const form = useForm({
    schema: Body,
    start: (): { displays: readonly DisplayId[] } => ({ displays: [] }),
    shows: [],
    save: async ({ displays }) => {
      sent.current = displays
      await save(displays)
      onClose()
      notice('success', t('select.copied', { containers, displays: t('select.displays', { count: displays.length }) }))
    },
    words: ({ code, field }) => {
      const refusing = refusedBy(field, sent.current, data ?? [])
      return refusing && t('select.copy-refused', { name: refusing.name, reason: t(`error.${code}`) })
    },
    logAs: 'copying items failed',
  })

  const chosen = form.values.displays
  const toggle = (id: DisplayId) =>
    form.change({ displays: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id] })

  return (
    <FormDialog
      form={form}
      title={t('select.copy-title', { containers })}
      submitLabel={t('select.copy-submit')}
      ready={chosen.length > 0}
      onClose={onClose}
    >
      <p className={styles.name} dir="auto">
        {name}
      </p>
      {error && <ErrorBox message={t(`error.${codeOf(error)}`)} />}
      {!data && !error && <Skeleton className={styles.skeleton ?? ''} radius="md" />}
      {data && (
        <fieldset className={styles.displays} aria-describedby={leadId}>
          <legend className={styles.legend}>{t('select.copy-label')}</legend>
          <p id={leadId} className={styles.lead}>
            {t('select.copy-lead')}
          </p>
          <div className={styles.list}>
            {data.map(({ id, name }) => (
              <label key={id} className={styles.display}>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                <span>
                  <bdi>{name}</bdi>
                  {id === displayId && <span className={styles.here}> · {t('select.copy-here')}</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </FormDialog>
  )
}

/** @param field like `displays.1` */
function refusedBy(
  field: string | undefined,
  sent: readonly DisplayId[],
  displays: readonly Display[],
): Display | undefined {
  const [, index] = /^displays\.(\d+)$/.exec(field ?? '') ?? []
  return index === undefined ? undefined : displays.find(({ id }) => id === sent[Number(index)])
}
