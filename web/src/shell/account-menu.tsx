import { ActionIcon, Button } from '@mantine/core'
import { PAGES, type Session } from '@placard/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { ColourSchemeChoice } from '../ui/colour-scheme.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { SignOutIcon, TextIcon, UserIcon } from '../ui/icons.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import styles from './account-menu.module.css'

type Props = {
  email: string
  /** Of an organisation; null: they belong to none. */
  role: Session['role']
  onSignOut: () => void
}

/**
 * One's own things: account, theme, language, the way for programs, and sign-out. The places of the application are in the
 * navigation. The browser's own popover: closing, Escape and the focus are its work, and no script is loaded.
 */
export function AccountMenu({ email, role, onSignOut }: Props) {
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
        <Button
          component={Link}
          to={PAGES.account}
          variant="subtle"
          color="gray"
          size="sm"
          fullWidth
          justify="flex-start"
          className={styles.out ?? ''}
          leftSection={<UserIcon size={18} />}
        >
          {t('account.open')}
        </Button>
        {role === 'owner' && (
          <Button
            component={Link}
            to={PAGES.tokens}
            variant="subtle"
            color="gray"
            size="sm"
            fullWidth
            justify="flex-start"
            className={styles.out ?? ''}
            leftSection={<TextIcon size={18} />}
          >
            {t('tokens.open')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          fullWidth
          justify="flex-start"
          className={styles.out ?? ''}
          leftSection={<SignOutIcon size={18} />}
          onClick={onSignOut}
        >
          {t('bar.sign-out')}
        </Button>
      </div>
    </>
  )
}
