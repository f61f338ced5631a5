import type { ReactNode } from 'react'

/** Drawn on a 24 × 24 grid with one stroke. An icon is decorative: its button has the words. */
export function Icon(props: { size?: number | undefined; flip?: boolean; children: ReactNode }) {
  const size = props.size ?? 20
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...(props.flip ? { className: 'mantine-rotate-rtl' } : {})}
    >
      {props.children}
    </svg>
  )
}

type IconProps = { size?: number }

export const HistoryIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 5v4.5h4.5M4.6 9.5A8 8 0 1 1 4 13M12 8v4.5l3 1.8" />
  </Icon>
)
export const MoreIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={2.5} />
  </Icon>
)
export const PlusIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)
export const TextIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 6.5V5h16v1.5M12 5v14M9 19h6" />
  </Icon>
)
export const FeedIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18h.01" />
  </Icon>
)
export const PlayIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M8 5.5v13l10.5-6.5z" />
  </Icon>
)
export const PauseIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M8 5v14M16 5v14" />
  </Icon>
)
export const SkipIcon = ({ size }: IconProps) => (
  <Icon size={size} flip>
    <path d="M7 5.5v13l9-6.5zM18.5 5.5v13" />
  </Icon>
)
export const UprightIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="7" y="3" width="10" height="18" rx="2" />
  </Icon>
)
export const EyeIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.75" />
  </Icon>
)
export const EyeOffIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.7-1.4M10 10a2.8 2.8 0 0 0 4 4" />
  </Icon>
)
export const PencilIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 20l1-4.5L16.5 4a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L8.5 19z M14.5 6l3.5 3.5" />
  </Icon>
)
export const TrashIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5" />
  </Icon>
)
export const ArrowUpIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
)
export const ArrowDownIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
)
export const ArrowBackIcon = ({ size }: IconProps) => (
  <Icon size={size} flip>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Icon>
)
export const ArrowOnIcon = ({ size }: IconProps) => (
  <Icon size={size} flip>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
)
export const ExternalIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M14 4.5h5.5V10M19.5 4.5L11 13M18 13.5v5a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />
  </Icon>
)
export const PictureIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <circle cx="8.5" cy="10" r="1.5" />
    <path d="M4 17l4.5-4 3 2.5 4-4.5 4.5 4.5" />
  </Icon>
)
export const FilmIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3.5" y="5.5" width="12" height="13" rx="2" />
    <path d="M15.5 10.5l5-2.5v8l-5-2.5" />
  </Icon>
)
/** A playlist: a stack of pictures. */
export const StackIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3.5" y="9.5" width="17" height="10.5" rx="2" />
    <path d="M6 6.5h12M8.5 3.5h7" />
  </Icon>
)
/** A sheet with a few words. */
export const NoticeIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 3.5h14v13l-4 4H5zM15 20.5v-4h4M8 8h8M8 12h5" />
  </Icon>
)
export const GlobeIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17" />
  </Icon>
)
export const GridIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z" />
  </Icon>
)
export const TableIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 6h16v12H4zM4 10.5h16M10 6v12" />
  </Icon>
)
export const WeatherIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M8 3v1M4 5l1 1M2 9h1M13 5l-1 1M5 12a4 4 0 1 1 6-4M8 20a4 4 0 0 1 0-8 5 5 0 0 1 10-1 4 4 0 0 1 0 9z" />
  </Icon>
)
export const ScreenIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
    <path d="M9 20h6M12 16.5V20" />
  </Icon>
)
/** A screen with a side bar. */
export const LayoutIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM15 5v14" />
  </Icon>
)
export const WarningIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 4.5l8.5 15h-17z M12 10v4.5M12 17v.1" />
  </Icon>
)
export const CheckIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)
export const UserIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="12" cy="8.5" r="3.75" />
    <path d="M4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
  </Icon>
)
export const PeopleIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 19.5c.7-3.7 3.3-5.5 6.5-5.5s5.8 1.8 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c1.9.8 3.1 2.5 3.5 4.9" />
  </Icon>
)
export const BuildingIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4.5 19.5V5.5l8-2v16M12.5 9.5h7v10M2.5 19.5h19M8.5 8.5v.01M8.5 12v.01M8.5 15.5v.01M16 13v.01M16 16v.01" />
  </Icon>
)
export const SettingsIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="17" r="2" />
  </Icon>
)
export const SignOutIcon = ({ size }: IconProps) => (
  <Icon size={size} flip>
    <path d="M10 4.5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h4M14.5 8l4 4-4 4M18.5 12H10" />
  </Icon>
)
export const UploadIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M12 16V5M7 9.5L12 4.5l5 5M4.5 15.5v3a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3" />
  </Icon>
)
export const FolderIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z" />
  </Icon>
)
export const CloseIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)
export const RetryIcon = ({ size }: IconProps) => (
  <Icon size={size} flip>
    <path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4.5H15" />
  </Icon>
)
export const GripIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M9 6v.01M9 12v.01M9 18v.01M15 6v.01M15 12v.01M15 18v.01" />
  </Icon>
)
export const ClockIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 1.8" />
  </Icon>
)
