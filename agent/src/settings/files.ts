/** The settings files of a machine: of the package, and of the boot partition, which a card reader can write. The later counts more. */
export const OWN_FILES: readonly string[] = [
  '/etc/placard-screen/placard-screen.conf',
  '/boot/placard-screen.conf',
  '/boot/firmware/placard-screen.conf',
]

/** Settings that came by a USB stick. They count more than the files above. */
export const OF_STICK = '/etc/placard-screen/usb-stick.conf'

/** Notes about settings files and sticks. The screen shows them while it waits for the server. */
export const NOTES = '/run/placard-screen-setup'
