/** The side of a picture that is sent, in pixels: twice what any screen shows. */
const side = 256;

/**
 * A picture as it is sent: its middle as a square, in Base64. Throws for a file that the browser cannot read as a picture.
 */
export const squareOf = async (file: File): Promise<string> => {
  const picture = await createImageBitmap(file);
  const edge = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  const [x, y] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  context.drawImage(picture, x, y, edge, edge, 0, 0, side, side);
  picture.close();
  // A browser that writes no WebP answers a PNG.
  return canvas.toDataURL('image/webp', 0.85).replace(/^data:[^,]*,/, '');
};
