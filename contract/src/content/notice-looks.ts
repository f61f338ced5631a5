/** The designs of a notice (CT11). The player has one table with a row for each. */
export const NOTICE_LOOKS = ['paper', 'poster', 'night', 'split', 'picture', 'alert'] as const
export type NoticeLook = (typeof NOTICE_LOOKS)[number]
