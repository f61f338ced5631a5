import type { MoveInKind, Notice, Schedule } from '@placard/contract'
import type { LeftOut } from './archives/source.ts'
import type { Differs } from './reasons.ts'

/** The sort of a file, as a screen can be shown it. */
export type FileSort = 'picture' | 'film' | 'document'

/** A file that comes into the library. */
export type PlannedFile = {
  /** Names it in the whole plan: the source that it is of, and its way in there. */
  path: string
  sort: FileSort
  size: number
  /** Its name in the library. */
  name: string
}

type Shown = {
  title: string
  /** Absent: as long as the player decides, or the film lasts. */
  seconds?: number
  /** Absent: it is on. */
  isHidden?: true
  schedule?: Schedule
  hasSound?: true
  /** The respect in which it is not as it was. */
  differs?: Differs
}

/** An entry of a playlist, in the words of here. */
export type PlannedEntry = Shown &
  (
    | { what: 'file'; path: string }
    | { what: 'address'; type: 'image' | 'video' | 'webpage' | 'youtube'; url: string }
    | { what: 'notice'; notice: Notice }
  )

export type PlannedPlaylist = {
  /** Names it in the plan and in the report. */
  path: string
  name: string
  entries: readonly PlannedEntry[]
}

/** Remarks that people should know before it comes. */
export type Remark =
  /** Parts of one picture that played beside one another. */
  | { what: 'regions'; name: string; count: number }
  | { what: 'no-schedules' }
  /** The database was being written to. */
  | { what: 'half-written' }

/** Things found in what somebody brought. Nothing of it has come yet. */
export type Plan = {
  kind: MoveInKind
  /** Of several products, or of one and others. */
  isMixed: boolean
  name: string
  files: readonly PlannedFile[]
  /** Of a product. */
  playlists: readonly PlannedPlaylist[]
  /** Folders of plain files: each may become a playlist, or a label. */
  folders: readonly PlannedPlaylist[]
  left: readonly LeftOut[]
  remarks: readonly Remark[]
  /** Files of the system, which nobody misses. */
  skipped: number
}
