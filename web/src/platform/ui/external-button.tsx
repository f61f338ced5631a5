import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ExternalIcon } from './icons.tsx'

/** Opens an address in a new tab. */
export function ExternalButton(props: ButtonProps & { href: string; children: ReactNode }) {
  return (
    <Button
      component="a"
      target="_blank"
      rel="noopener"
      variant="default"
      leftSection={<ExternalIcon size={18} />}
      {...props}
    />
  )
}
