/** The name of the settings file of machines with placard-screen. */
export const SETTINGS_FILE = 'placard-screen.conf'

/**
 * The settings file with which machines enrol themselves. Its comments are English, like those of the package.
 *
 * @param origin of the server
 * @param code as it is shown to people
 */
export const settingsFile = (
  origin: string,
  code: string,
): string => `# For machines with placard-screen. Copy this file to their boot partition, or to a USB stick.
address = ${origin}
enrol = ${code}

# The name and the place of one machine. Both can be changed later.
#name = Reception
#place = Second floor

# Wi-Fi. Remove the # to use it. Once a machine has stored the password, it removes the password from its boot partition.
#wifi-name = Clinic
#wifi-password = the password
#wifi-country = DE
`
