import { useEffect, useState } from 'react'
import { Logo } from '../platform/ui/brand.tsx'
import { LANGUAGES, type Language } from '../platform/ui/i18n/language.ts'
import { applyScheme, keepScheme, readScheme, SCHEMES } from './colour-scheme.ts'
import styles from './footer.module.css'
import { useMedia } from './use-media.ts'
import type { Spoken } from './words.ts'

const CHOICES = Object.keys(LANGUAGES) as Language[]

export function Footer({ t, language, onLanguage }: Spoken) {
  const [scheme, setScheme] = useState(readScheme)
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the system's own setting can change while the page is open
  useEffect(() => applyScheme(scheme), [scheme, systemIsDark])

  return (
    <footer className={styles.footer}>
      <p className={styles.brand}>
        <Logo size={24} />
        <span>
          <b>{t('product.name')}</b> {t('footer.line')}
        </span>
      </p>
      <div className={styles.choices}>
        <label>
          {t('footer.language')}
          <select
            value={language}
            onChange={(event) => {
              const chosen = CHOICES.find((choice) => choice === event.currentTarget.value)
              if (chosen) onLanguage(chosen)
            }}
          >
            {CHOICES.map((choice) => (
              <option key={choice} value={choice} lang={choice}>
                {LANGUAGES[choice].name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('footer.theme')}
          <select
            value={scheme}
            onChange={(event) => {
              const chosen = SCHEMES.find((choice) => choice === event.currentTarget.value)
              if (!chosen) return
              keepScheme(chosen)
              setScheme(chosen)
            }}
          >
            {SCHEMES.map((choice) => (
              <option key={choice} value={choice}>
                {t(`footer.theme.${choice}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </footer>
  )
}
