import { Button } from '@mantine/core'
import type { SetupOffer } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import { ArrowOnIcon, HistoryIcon, UploadIcon } from '../../../platform/ui/icons.tsx'
import { CommandLine } from './command.tsx'
import styles from './setup.module.css'

/** The same as in docs/operating.md and docs/importing.md. */
const RESTORE = 'npm run placard -- restore /mnt/usb/placard.tar'
const IMPORT = 'npm run placard -- import export.json ticker.json users.json'

/** The first screen: starting fresh, or restoring and importing data, which requires the server's command line. */
export function Welcome({ offer, onStart }: { offer: SetupOffer; onStart: () => void }) {
  const { t, language } = useI18n()
  const time = new Intl.DateTimeFormat(dateLocale(language), { timeStyle: 'short' })
  // An empty SQLite database already exists, so `--replace` moves it aside.
  const restore = offer.database === 'sqlite' ? `${RESTORE} --replace` : RESTORE
  return (
    <div className={styles.column}>
      <Button fullWidth size="lg" rightSection={<ArrowOnIcon />} onClick={onStart}>
        {t('setup.start')}
      </Button>
      <p className={styles.note}>{t('setup.valid-until', { time: time.format(offer.expiresAt) })}</p>
      <h2 className={styles.or}>{t('setup.or')}</h2>
      <details className={styles.other} name="setup-other">
        <summary>
          <HistoryIcon />
          <span>
            {t('setup.restore')}
            <small>{t('setup.restore-lead')}</small>
          </span>
        </summary>
        <ol className={styles.steps}>
          <li>{t('setup.restore-stop')}</li>
          <li>
            {t('setup.restore-run')}
            <CommandLine command={restore} label={t('setup.copy-restore')} />
          </li>
          <li>{t('setup.restore-start')}</li>
        </ol>
      </details>
      <details className={styles.other} name="setup-other">
        <summary>
          <UploadIcon />
          <span>
            {t('setup.import')}
            <small>{t('setup.import-lead')}</small>
          </span>
        </summary>
        <ol className={styles.steps}>
          <li>{t('setup.import-first')}</li>
          <li>
            {t('setup.import-try')}
            <CommandLine command={`${IMPORT} --dry-run`} label={t('setup.copy-import-try')} />
          </li>
          <li>
            {t('setup.import-do')}
            <CommandLine command={IMPORT} label={t('setup.copy-import')} />
          </li>
        </ol>
      </details>
    </div>
  )
}
