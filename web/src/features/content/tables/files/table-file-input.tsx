import type { Ref } from 'react'
import { TABLE_FILES } from './read-table-file.ts'

/** An unseen field for one file with a table. A button opens it by `ref`. */
export function TableFileInput({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile: (file: File) => void }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={TABLE_FILES}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? []
        event.currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
