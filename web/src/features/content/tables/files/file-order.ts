import type { TableFileProblem } from '@placard/table-files'

/** The order to the worker that reads a file, and its answer. */
export type FileOrder = { file: Blob; language: string }
export type FileAnswer = { texts: string[][] } | { problem: TableFileProblem }
