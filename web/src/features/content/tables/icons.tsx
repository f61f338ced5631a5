import { Icon } from '../../../platform/ui/icons.tsx'

export const UndoIcon = () => (
  <Icon flip>
    <path d="M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-3" />
  </Icon>
)
export const RedoIcon = () => (
  <Icon flip>
    <path d="m15.5 5 4 4-4 4M19 9h-9a5 5 0 0 0 0 10h3" />
  </Icon>
)
