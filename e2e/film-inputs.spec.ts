import { clearDisplay } from './content.ts'
import { dropFiles } from './files.ts'
import { film } from './film-files.ts'
import { expect, test } from './journey.ts'

// The formats of cameras and programs, each as a film of a second: each ends as a film that the server takes, or with what to do.

type Given = NonNullable<Parameters<typeof film>[0]>
const SMALL = { sound: true } as const
const ADDED = 'Added'

const INPUTS: readonly (readonly [name: string, given: Given, says: string])[] = [
  ['Matroska.mkv', { ...SMALL, as: 'mkv' }, ADDED],
  ['AV1.mp4', { ...SMALL, options: ['-c:v', 'libsvtav1', '-preset', '10'] }, ADDED],
  ['VP9.webm', { as: 'webm' }, ADDED],
  ['fragments.mp4', { ...SMALL, options: ['-movflags', 'frag_keyframe+empty_moov'] }, ADDED],
  ['ten bits.mp4', { ...SMALL, options: ['-pix_fmt', 'yuv420p10le'] }, ADDED],
  ['full colour.mp4', { ...SMALL, options: ['-pix_fmt', 'yuv444p'] }, ADDED],
  ['interlaced.mp4', { ...SMALL, options: ['-flags', '+ildct+ilme', '-x264-params', 'tff=1'] }, ADDED],
  ['old disc.ts', { as: 'ts', framesPerSecond: 25, options: ['-c:v', 'mpeg2video'] }, 'save the film as MP4'],
  ['television.ts', { ...SMALL, as: 'ts' }, ADDED],
  ['MP3.mp4', { ...SMALL, options: ['-c:a', 'libmp3lame'] }, ADDED],
  ['PCM.mov', { ...SMALL, as: 'mov', options: ['-c:a', 'pcm_s16le'] }, ADDED],
  ['4K.mp4', { framesPerSecond: 2, size: { width: 3_840, height: 2_160 } }, ADDED],
  [
    'many bits.mp4',
    { options: ['-b:v', '15M', '-maxrate', '15M', '-bufsize', '15M', '-x264-params', 'nal-hrd=cbr:filler=1'] },
    ADDED,
  ],
]

test('[CT3] [CT4] whatever cameras and programs write becomes a film that every screen plays, or says what to do', async ({
  admin,
  placard,
}) => {
  test.setTimeout(240_000)
  await clearDisplay(placard)
  await expect(admin.getByRole('button', { name: 'Add anything…' }).first()).toBeVisible()
  const files = await Promise.all(
    INPUTS.map(async ([name, given], index) => ({
      name: `${index + 10} ${name}`,
      type: 'video/mp4',
      // No two are equal, or one of them would not be sent.
      buffer: await film({ ...given, colours: [`#${index + 10}8040`, '#204080'] }),
    })),
  )
  await dropFiles(admin, files)
  const panel = admin.getByRole('region', { name: 'Uploads' })
  const added = INPUTS.filter(([, , says]) => says === ADDED).length
  await expect(panel.getByRole('status').first()).toHaveText(`${added} added, ${INPUTS.length - added} not`, {
    timeout: 180_000,
  })
  for (const [index, [name, , says]] of INPUTS.entries()) {
    const row = panel.getByRole('listitem').filter({ hasText: `${index + 10} ` })
    await expect.soft(row, name).toContainText(says)
  }
  const { items } = await placard.call('getProgramme')
  expect(items.map(({ film: facts }) => facts?.format)).toEqual(Array(added).fill('h264'))
})
