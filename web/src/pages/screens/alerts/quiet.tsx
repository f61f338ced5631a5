import { Button } from '@mantine/core'
import { AlertKey, IncidentId, PAGES, type QuietAlerts } from '@placard/contract'
import { useState, useSyncExternalStore } from 'react'
import styles from '../../../features/screens/alerts/alerts.module.css'
import { call } from '../../../platform/api/call.ts'
import { createLinkKeeper } from '../../../platform/api/link-token.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { SignPage } from '../../../shell/sign-page.tsx'

type Carried = { key: AlertKey; incidents: IncidentId[] }

const keeper = createLinkKeeper(window, (hash): Carried | undefined => {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const key = AlertKey.safeParse(parameters.get('key')).data
  const ids = (parameters.get('incidents') ?? '').split('.')
  if (key === undefined) return undefined
  return { key, incidents: ids.flatMap((id) => IncidentId.safeParse(id).data ?? []) }
})

/**
 * The target of a link in an email. Opening it changes nothing, because security scanners open every link: each action needs the press of
 * a button, but no session.
 */
export default function Quiet() {
  const { t } = useI18n()
  const carried = useSyncExternalStore(keeper.onChange, keeper.take)
  usePageTitle(t('alerts.quiet'))
  return (
    <SignPage
      title={t('alerts.quiet')}
      lead={t('alerts.quiet-lead')}
      form={carried ? <Buttons link={carried} /> : <ErrorBox message={t('error.alert-link-not-valid')} />}
      otherWay={<a href={PAGES.alerts}>{t('alerts.quiet.page')}</a>}
    />
  )
}

type Done = 'hour' | 'back' | 'unsubscribe'

function Buttons({ link: { key, incidents } }: { link: Carried }) {
  const { t } = useI18n()
  const [done, setDone] = useState<Done>()
  const { run, doing, problem } = useDoing<Done>()

  const press = (what: Done, body: QuietAlerts) =>
    run(what, async () => {
      await call('quietAlerts', { body })
      setDone(what)
    })
  if (done) return <p role="status">{t(`alerts.quiet.done.${done}`)}</p>
  return (
    <div className={styles.column}>
      {problem && <ErrorBox message={problem} />}
      {incidents.length > 0 &&
        (['hour', 'back'] as const).map((span) => (
          <Button
            key={span}
            fullWidth
            size="md"
            variant="default"
            loading={doing === span}
            onClick={() => press(span, { what: 'mute', key, for: span, incidents })}
          >
            {t(`alerts.mute-${span}`)}
          </Button>
        ))}
      <Button
        fullWidth
        size="md"
        loading={doing === 'unsubscribe'}
        onClick={() => press('unsubscribe', { what: 'unsubscribe', key })}
      >
        {t('alerts.quiet.unsubscribe')}
      </Button>
    </div>
  )
}
