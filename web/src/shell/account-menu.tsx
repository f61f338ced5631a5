import { ActionIcon, Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { ColourSchemeChoice } from '../platform/ui/colour-scheme.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { ExternalIcon, PictureIcon, SignOutIcon, TextIcon, UserIcon, WarningIcon } from '../platform/ui/icons.tsx'
import { LanguageChoice } from '../platform/ui/language-choice.tsx'
import styles from './account-menu.module.css'
import { entriesFor } from './navigation.tsx'

type Props = { session: Session; onSignOut: () => void }

/** The buttons of the menu. */
const WAY = {
  variant: 'subtle',
  color: 'gray',
  size: 'sm',
  fullWidth: true,
  justify: 'flex-start',
  className: styles.out ?? '',
} as const

/**
 * The user's menu: account, theme, language, the organisation's colour, the API, and sign-out. The pages of the application are in the
 * navigation, but on a narrow page the rarely used ones are here. It is the browser's own popover, which handles closing, Escape and the
 * focus without a script.
 */
export function AccountMenu({ session, onSignOut }: Props) {
  const { email, role, tables } = session
  const { t } = useI18n()
  const id = useId()
  return (
    <>
      <ActionIcon variant="default" radius="xl" aria-label={t('bar.menu')} popoverTarget={id}>
        <UserIcon />
      </ActionIcon>
      <div id={id} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <span>{t('bar.signed-in-as')}</span>
          <strong dir="ltr">{email}</strong>
        </p>
        <div className={styles.choices}>
          <ColourSchemeChoice />
          <LanguageChoice />
        </div>
        {entriesFor(session).map(
          ({ page, label, icon: Icon, inMenu }) =>
            inMenu && (
              <div key={label} className={inMenu === 'narrow' ? styles.narrow : undefined}>
                <Way to={page} icon={<Icon />}>
                  {t(label)}
                </Way>
              </div>
            ),
        )}
        <Way to={PAGES.account} icon={<UserIcon size={18} />}>
          {t('account.open')}
        </Way>
        {role !== null && !tables && (
          <Way to={PAGES.alerts} icon={<WarningIcon size={18} />}>
            {t('alerts.open')}
          </Way>
        )}
        {role === 'owner' && (
          <>
            <Way to={PAGES.brand} icon={<PictureIcon size={18} />}>
              {t('brand.open')}
            </Way>
            <Way to={PAGES.tokens} icon={<TextIcon size={18} />}>
              {t('tokens.open')}
            </Way>
            <Way to={PAGES.webhooks} icon={<ExternalIcon size={18} />}>
              {t('webhooks.open')}
            </Way>
          </>
        )}
        <Button {...WAY} leftSection={<SignOutIcon size={18} />} onClick={onSignOut}>
          {t('bar.sign-out')}
        </Button>
        <p className={styles.version}>
          <bdi dir="ltr">Placard {PLACARD_VERSION}</bdi>
        </p>
      </div>
    </>
  )
}

function Way({ to, icon, children }: { to: string; icon: ReactNode; children: string }) {
  return (
    <Button component={Link} to={to} {...WAY} leftSection={icon}>
      {children}
    </Button>
  )
}
