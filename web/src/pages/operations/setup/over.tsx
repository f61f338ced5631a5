import { Button } from '@mantine/core'
import { PAGES } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { usePageTitle } from '../../../platform/ui/page-title.ts'
import { SignPage } from '../../../shell/sign-page.tsx'
import { CommandLine } from './command.tsx'
import styles from './setup.module.css'

const NEW_LINK = 'npm run placard -- setup-link'

type Props = { because: 'waiting' | 'no-link' | 'setup-link-expired' | 'already-set-up' }

/** The reason there is nothing to set up, and a link to continue. */
export function NoSetup({ because }: Props) {
  const { t } = useI18n()
  usePageTitle(t(`setup.over.${because}`))
  if (because === 'already-set-up') {
    return (
      <SignPage
        title={t('setup.over.already-set-up')}
        lead={t('setup.over.already-set-up-lead')}
        form={
          <Button component="a" href={PAGES.dashboard} fullWidth size="md">
            {t('join.to-dashboard')}
          </Button>
        }
      />
    )
  }
  return (
    <SignPage
      title={t(`setup.over.${because}`)}
      lead={t(`setup.over.${because}-lead`)}
      form={
        <div className={styles.column}>
          <h2 className={styles.or}>{t('setup.over.new')}</h2>
          <ol className={styles.steps}>
            <li>
              {t('setup.on-server')}
              <CommandLine command={NEW_LINK} label={t('setup.copy-link')} />
            </li>
            <li>{t('setup.over.open')}</li>
          </ol>
          <p className={styles.note}>{t('setup.over.restart')}</p>
        </div>
      }
      otherWay={because !== 'waiting' && <a href={PAGES.login}>{t('setup.over.sign-in')}</a>}
    />
  )
}
