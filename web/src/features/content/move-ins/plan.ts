import type { CellInput, ColumnId, ColumnType, Layout, MoveInKind, Notice, Schedule } from '@placard/contract'
import type { LeftOut } from './archives/source.ts'
import type { Differs } from './reasons.ts'

/** The kind of a file that a screen can show. */
export type FileSort = 'picture' | 'film' | 'document'

/** A file that is added to the library. */
export type PlannedFile = {
  /** Identifies the file in the whole plan: its source, and its path in there. */
  path: string
  sort: FileSort
  size: number
  /** Its name in the library. */
  name: string
}

type Shown = {
  title: string
  /** Absent: the player's default, or the film's length. */
  seconds?: number
  /** Absent: it is visible. */
  isHidden?: true
  schedule?: Schedule
  hasSound?: true
  /** The difference from the original, if any. */
  differs?: Differs
}

/** An entry of a playlist, in this product's terms. */
export type PlannedEntry = Shown &
  (
    | { what: 'file'; path: string }
    | { what: 'address'; type: 'image' | 'video' | 'webpage' | 'youtube'; url: string }
    | { what: 'notice'; notice: Notice }
    /** `table`: the path of a table of the plan. Without columns the board draws the first ones. */
    | { what: 'board'; table: string; columns: readonly ColumnId[] }
  )

/** A value, or a picture of the plan by its path. */
export type PlannedCell = CellInput | { file: string }

export const isFileCell = (cell: PlannedCell): cell is { file: string } => typeof cell === 'object' && cell !== null

/** A table with its columns and rows. */
export type PlannedTable = {
  /** Identifies the table in the plan and in the report. */
  path: string
  name: string
  columns: readonly { id: ColumnId; name: string; type: ColumnType }[]
  /** The cells of each row, by the ids of the columns. */
  rows: readonly Readonly<Record<string, PlannedCell>>[]
  /** The difference from the original, if any. */
  differs?: Differs
}

export type PlannedPlaylist = {
  /** Identifies the playlist in the plan and in the report. */
  path: string
  name: string
  entries: readonly PlannedEntry[]
}

/** Regions that played side by side, as the zones of a display [LY12]. */
export type PlannedLayout = {
  /** Identifies the layout in the plan. */
  path: string
  name: string
  /** The paths of the playlists in its zones, the main zone first. */
  playlists: readonly string[]
  shape: Pick<Layout, 'arrangement' | 'dividers' | 'side' | 'pinned'>
  /** False: a region was more than 5 % elsewhere. */
  isNear: boolean
}

/** Remarks that people should read before the move. */
export type Remark =
  /** Regions of one layout that played side by side. `zones`: they can be the zones of a display. */
  | { what: 'regions' | 'zones'; name: string; count: number }
  | { what: 'no-schedules' }
  /** The database was being written to. */
  | { what: 'half-written' }

/** The things found in a source. Nothing has been brought in yet. */
export type Plan = {
  kind: MoveInKind
  /** The source is from several products, or from a product and others. */
  isMixed: boolean
  name: string
  files: readonly PlannedFile[]
  /** Tables of a product. */
  tables: readonly PlannedTable[]
  /** Playlists of a product. */
  playlists: readonly PlannedPlaylist[]
  /** Layouts of a product. Each may become that of a display. */
  layouts: readonly PlannedLayout[]
  /** Folders of plain files. Each may become a playlist or a label. */
  folders: readonly PlannedPlaylist[]
  left: readonly LeftOut[]
  remarks: readonly Remark[]
  /** The number of files of the operating system, which are ignored. */
  skipped: number
}
