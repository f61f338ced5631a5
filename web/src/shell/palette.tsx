import { PAGES, playlistPath, type Session } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { playlistsOf } from '../platform/api/playlists.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import {
  ExternalIcon,
  FolderIcon,
  PictureIcon,
  PlayIcon,
  ScreenIcon,
  StackIcon,
  TextIcon,
  UserIcon,
} from '../platform/ui/icons.tsx'
import { useChosenDisplay } from './chosen-display.ts'
import { entriesFor } from './navigation.tsx'
import styles from './palette.module.css'
import { matching } from './palette-search.ts'

type Command = { id: string; label: string; icon: ReactNode; run: () => void }
type Group = { label: string; commands: Command[] }

type Props = { session: Session; onKeys: () => void; onClose: () => void }

/** A searchable list of all pages, displays, playlists and actions, used with the arrow keys and Enter. */
export default function Palette({ session, onKeys, onClose }: Props) {
  const { t } = useI18n()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const groups = useGroups(session, onKeys)
  const found = groups
    .map((group) => ({ ...group, commands: matching(group.commands, typed) }))
    .filter(({ commands }) => commands.length > 0)
  const all = found.flatMap(({ commands }) => commands)
  const current = all[Math.min(chosen, all.length - 1)]
  const optionId = (command: Command) => `${id}-${command.id}`

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    // The dialog returns the focus first; the command may move it afterwards.
    setTimeout(command.run, 0)
  }

  const press = (key: string): boolean => {
    const last = all.length - 1
    if (key === 'ArrowDown') setChosen(chosen >= last ? 0 : chosen + 1)
    else if (key === 'ArrowUp') setChosen(chosen <= 0 ? last : chosen - 1)
    else if (key === 'Enter') run(current)
    else return false
    return true
  }

  return (
    <Dialog title={t('palette.title')} size="large" onClose={onClose}>
      <input
        className={styles.field}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current)}
        aria-label={t('palette.label')}
        placeholder={t('palette.label')}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        data-autofocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing && press(event.key)) event.preventDefault()
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {found.map(({ label, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list box stand in groups, not in field sets
          <div key={label} role="group" aria-label={label}>
            <p className={styles.group} aria-hidden="true">
              {label}
            </p>
            {commands.map((command) => (
              <Option
                key={command.id}
                id={optionId(command)}
                command={command}
                isChosen={command === current}
                onChoose={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {all.length === 0 && t('palette.none', { text: typed.trim() })}
      </p>
    </Dialog>
  )
}

type OptionProps = { id: string; command: Command; isChosen: boolean; onChoose: () => void }

function Option({ id, command, isChosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to the keys
    <div
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={styles.option}
      onClick={onChoose}
    >
      {command.icon}
      <bdi>{command.label}</bdi>
    </div>
  )
}

function useGroups(session: Session, onKeys: () => void): Group[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { pathTo, pathOf } = useChosenDisplay(session)
  const [here] = useState(commandsHere)
  const organisation = session.organisation
  const { data: playlists } = useQuery({
    ...playlistsOf(organisation?.id as NonNullable<typeof organisation>['id']),
    enabled: organisation !== null && session.tables === null,
  })

  return useMemo(() => {
    const to = (path: string) => () => {
      scrollTo({ top: 0 })
      void navigate(path)
    }
    const pages = [
      ...entriesFor(session).map(({ page, label, icon: Icon }) => ({
        path: pathTo(page),
        label: t(label),
        icon: <Icon />,
      })),
      ...ownPages(session, t),
    ]
    return [
      { label: t('palette.here'), commands: here },
      {
        label: t('palette.pages'),
        commands: [
          ...pages.map(({ path, label, icon }) => ({ id: `page-${label}`, label, icon, run: to(path) })),
          { id: 'keys', label: t('keys.title'), icon: <TextIcon />, run: onKeys },
        ],
      },
      {
        label: t('nav.displays'),
        commands: session.displays.map((display) => ({
          id: `display-${display.id}`,
          label: display.name,
          icon: <ScreenIcon />,
          run: to(pathOf(PAGES.dashboard, display)),
        })),
      },
      {
        label: t('nav.playlists'),
        commands: (playlists ?? []).map(({ id, name }) => ({
          id: `playlist-${id}`,
          label: name,
          icon: <StackIcon />,
          run: to(playlistPath(id)),
        })),
      },
    ]
  }, [here, navigate, onKeys, pathOf, pathTo, playlists, session, t])
}

function ownPages({ role, profile, tables }: Session, t: ReturnType<typeof useI18n>['t']) {
  return [
    ...(profile && !tables ? [{ path: PAGES.plays, label: t('plays.open'), icon: <ScreenIcon /> }] : []),
    ...(profile && !tables && role !== 'viewer'
      ? [{ path: PAGES.movingIn, label: t('moving.open'), icon: <FolderIcon /> }]
      : []),
    { path: PAGES.account, label: t('account.open'), icon: <UserIcon /> },
    ...(role === 'owner'
      ? [
          { path: PAGES.brand, label: t('brand.open'), icon: <PictureIcon /> },
          { path: PAGES.tokens, label: t('tokens.open'), icon: <TextIcon /> },
          { path: PAGES.webhooks, label: t('webhooks.open'), icon: <ExternalIcon /> },
        ]
      : []),
  ]
}

/** The actions in the header of the open page, including those behind "More". */
function commandsHere(): Command[] {
  const controls = document.querySelectorAll<HTMLElement>('#content header :is(button, a[href])')
  return Array.from(controls).flatMap((control, index): Command[] => {
    const label = (control.ariaLabel ?? control.textContent).trim()
    const isOffered = control.checkVisibility() || control.matches('[data-more] > *')
    if (label === '' || !isOffered || control.matches(':disabled, [aria-expanded]')) return []
    return [{ id: `here-${index}`, label, icon: <PlayIcon />, run: () => control.click() }]
  })
}
