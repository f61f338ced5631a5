/** [PX3] For the pictures that a page composes of itself. Not beside the other paths, which every screen loads. */
export const PICTURE_PATH = '/api/screen/agent/pictures'
export const PICTURE_REPORT_PATH = '/api/screen/agent/reports'
