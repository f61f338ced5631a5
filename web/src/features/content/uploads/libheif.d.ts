/** The part of libheif-js that is used here. Its own types describe another way of loading it. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Handle = object
  export type HeifImage = {
    handle: Handle
    is_primary(): boolean
    get_width(): number
    get_height(): number
    is_premultiplied_alpha(): boolean
  }
  export type DecodedImage = {
    code?: number
    message?: string
    channels: { id: unknown; width: number; height: number; stride: number; data: Uint8Array }[]
  }
  type LibHeif = {
    ready?: Promise<unknown>
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGBA: unknown }
    heif_channel: { heif_channel_interleaved: unknown }
    heif_js_decode_image2(handle: Handle, colorspace: unknown, chroma: unknown): Promise<DecodedImage> | DecodedImage
  }
  export default function libheif(options?: object): LibHeif
}
