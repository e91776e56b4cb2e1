"""Screenshots: validation, perceptual fingerprints, masks and pixel comparison."""
