import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { copyText } from './copy-text.ts'
import { useNotice } from './notices.ts'

type CopyButtonProps = ButtonProps & {
  text: string
  /** The notices for success and failure. */
  copied: string
  notCopied: string
  children: ReactNode
  'aria-label'?: string
  'data-autofocus'?: boolean
}

/** Copies a text to the clipboard and shows a notice. */
export function CopyButton({ text, copied, notCopied, ...rest }: CopyButtonProps) {
  const notice = useNotice()
  const copy = async () => {
    try {
      await copyText(text)
      notice('success', copied)
    } catch (error) {
      console.error('copying failed', error)
      notice('error', notCopied)
    }
  }
  return <Button variant="default" {...rest} onClick={() => void copy()} />
}
