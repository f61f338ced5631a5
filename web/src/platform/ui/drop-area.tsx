import { type ComponentProps, useState } from 'react'
import styles from './drop-area.module.css'
import empty from './empty-state.module.css'
import { UploadIcon } from './icons.tsx'

type Props = Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> & {
  id: string
  label: string
  hints: readonly string[]
  problem?: 'error' | 'warning' | undefined
  onPick: (files: File[]) => void
}

/**
 * A framed area for files. The file input covers it, so that it works with a pointer, keyboard and screen reader. Files are also dropped
 * on it. Children replace its icon, label and hints.
 */
export function DropArea({ label, hints, problem, onPick, children, ...input }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <div className={styles.area} data-over={isOver || undefined} data-problem={problem}>
      {children || (
        <>
          <span className={empty.icon}>
            <UploadIcon size={24} />
          </span>
          <label htmlFor={input.id} className={styles.choose}>
            {label}
          </label>
          {hints.map((hint) => (
            <bdi key={hint} className={styles.hint}>
              {hint}
            </bdi>
          ))}
        </>
      )}
      <input
        {...input}
        className={styles.input}
        type="file"
        multiple
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          const picked = [...(currentTarget.files ?? [])]
          // Emptied, so that choosing the same file again after a change on disk fires an event.
          currentTarget.value = ''
          if (picked.length > 0) onPick(picked)
        }}
      />
    </div>
  )
}
