import { useCallback, useSyncExternalStore } from 'react'
import type { UploadState } from './upload-state.ts'
import type { UploadTask } from './upload-task.ts'
import type { Uploads } from './uploads.ts'

export function useUploadTasks(uploads: Uploads): readonly UploadTask[] {
  return useSyncExternalStore(uploads.onChange, uploads.tasks)
}

/** The state of an upload; undefined without one. */
export function useUploadState(task: UploadTask | undefined): UploadState | undefined {
  return useSyncExternalStore(task?.onChange ?? never, () => task?.state())
}

/** Re-renders the component when the status of one of these uploads changes. @returns the statuses, as one value to compare */
export function useUploadStatuses(tasks: readonly UploadTask[]): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      const undo = tasks.map((task) => task.onChange(listener))
      return () => {
        for (const off of undo) off()
      }
    },
    [tasks],
  )
  return useSyncExternalStore(subscribe, () => tasks.map((task) => task.state().status).join())
}

const never = () => () => {}
