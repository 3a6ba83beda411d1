/** Our pages say with it that they are in a frame, where cookies belong to the site around it. No other site can send it to us. */
export const FRAME_HEADER = 'x-in-frame'
