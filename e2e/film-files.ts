import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

type Options = {
  /** The file extension, from which ffmpeg takes the container. */
  as?: 'mp4' | 'mov' | 'webm' | 'mkv' | 'avi' | 'ts' | 'gif' | 'webp' | 'apng'
  /** The colours of the left and the right half of the picture. */
  colours?: readonly [left: string, right: string]
  size?: { width: number; height: number }
  framesPerSecond?: number
  seconds?: number
  sound?: boolean
  /** True: as from a phone held upright. The stored pictures lie on their side, and the file says to rotate them by 90° clockwise. */
  isUpright?: boolean
  /** True: as from old cameras and programs, in the colours of standard-definition television, without metadata about colours. */
  isOld?: boolean
  /** Further output options of ffmpeg, such as codecs and tags. */
  options?: readonly string[]
}

/** The metadata about colours that cameras write. */
const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709']
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']
const CODECS: Record<NonNullable<Options['as']>, readonly string[]> = {
  mp4: H264,
  mov: H264,
  mkv: H264,
  webm: ['-c:v', 'libvpx-vp9', '-b:v', '200k'],
  avi: ['-c:v', 'mpeg4'],
  ts: H264,
  gif: [],
  webp: ['-c:v', 'libwebp_anim'],
  apng: [],
}

/** A film file with sound and without pictures. */
export const soundAlone = () => written(['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac'], 'mp4')

/** Makes a film like those of cameras and programs. It has few pixels, because encoding in software is slow. */
export function film({
  as = 'mp4',
  colours = ['#1ea050', '#1ea050'],
  size = { width: 320, height: 180 },
  framesPerSecond = 10,
  seconds = 1,
  sound = false,
  isUpright = false,
  isOld = false,
  options = [],
}: Options = {}): Promise<Buffer> {
  const half = { width: size.width / 2, height: size.height }
  const halves = colours.flatMap((colour) => [
    ...['-f', 'lavfi', '-i'],
    `color=${colour.replace('#', '0x')}:s=${half.width}x${half.height}:r=${framesPerSecond}:d=${seconds}`,
  ])
  const tone = sound ? ['-f', 'lavfi', '-i', `sine=d=${seconds}`] : []
  // The noise makes each picture differ, because some encoders leave out repeated pictures.
  const filter = `[0][1]hstack,noise=alls=4:allf=t,scale=out_color_matrix=${isOld ? 'bt601' : 'bt709'}[v]`
  const streams = ['-filter_complex', filter, '-map', '[v]', ...(sound ? ['-map', '2:a', '-shortest'] : [])]
  const told = isOld || CODECS[as] !== H264 ? [] : COLOURS
  return written([...halves, ...tone, ...streams, ...CODECS[as], ...told, ...options], as, isUpright)
}

async function written(options: readonly string[], ending: string, isUpright = false): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-film-'))
  const file = join(folder, `film.${ending}`)
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...options, file])
    if (!isUpright) return await readFile(file)
    const turned = join(folder, `turned.${ending}`)
    const mark = ['-c', 'copy', '-metadata:s:v:0', 'rotate=90']
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', file, ...mark, turned])
    return await readFile(turned)
  } finally {
    await rm(folder, { recursive: true })
  }
}
